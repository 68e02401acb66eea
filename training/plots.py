"""Pictures of figures, with matplotlib."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from unicorn_envs.arrays import Array
from unicorn_envs.files import write_whole

LONGEST_LABEL = 24


def _figure(width: float, height: float) -> Any:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _labels(names: Sequence[str]) -> list[str]:
    """Labels: names may hold whole paths, whose ends tell most; where they do not tell two apart, with numbers."""
    short = [name if len(name) <= LONGEST_LABEL else f"...{name[-LONGEST_LABEL:]}" for name in names]
    return short if len(set(short)) == len(short) else [f"{number} {name}" for number, name in enumerate(short, 1)]


def _save(figure: Any, path: Path) -> None:
    """The picture, whole or not at all; OSError."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120)
    write_whole(path, picture.getvalue())


def plot_scores(path: Path, title: str, scores: Mapping[str, Array], history: Sequence[Mapping[str, Any]] = ()) -> None:
    """How the scores of each agent are distributed, and the course of a training run where there is one."""
    figure = _figure(10 if history else 6, 4)
    panels = figure.subplots(1, 2 if history else 1, squeeze=False)[0]
    distribution = panels[-1]
    low = min(int(values.min()) for values in scores.values())
    high = max(int(values.max()) for values in scores.values())
    marks = np.arange(low, high + 2)
    for label, values in zip(_labels(list(scores)), scores.values()):
        share = [(values >= mark).mean() for mark in marks]
        distribution.step(marks, share, where="post", label=f"{label} (mean {values.mean():.1f})")
    distribution.set(xlabel="score", ylabel="share of games at or over", title=f"{title}: scores", ylim=(0, 1))
    distribution.legend()
    if history:
        figures = [key for key in history[0] if key not in ("decisions", "seconds")]
        for key in figures:
            panels[0].plot([h["decisions"] for h in history], [h[key] for h in history], marker=".", label=key)
        panels[0].set(xlabel="decisions", title=f"{title}: training")
        panels[0].legend()
    for axes in panels:
        axes.grid(alpha=0.3)
    _save(figure, path)


def plot_cross_play(path: Path, title: str, names: Sequence[str], wins: Array) -> None:
    """The win rate of each row's agent against each column's (NaN: not played), coloured."""
    figure = _figure(3 + 1.2 * len(names), 2 + len(names))
    axes = figure.subplots()
    axes.imshow(wins, vmin=0, vmax=1, cmap="RdYlGn")
    labels = _labels(names)
    axes.set_xticks(range(len(names)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), labels)
    for i, j in zip(*np.nonzero(~np.isnan(wins))):
        axes.text(j, i, f"{100 * wins[i, j]:.1f}", ha="center", va="center")
    axes.set(title=f"{title}: wins of row against column, %")
    _save(figure, path)
