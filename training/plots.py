"""Pictures of figures, with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]


def plot_solo(path: Path, title: str, history: Sequence[Mapping[str, Any]], scores: Mapping[str, Array]) -> None:
    """The course of a training run (left) and how the scores of each agent are distributed (right), as a PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    FigureCanvasAgg(figure)
    course, distribution = figure.subplots(1, 2)
    course.plot([h["decisions"] for h in history], [h["mean_return"] for h in history], marker="o", markersize=3)
    course.set(xlabel="decisions", ylabel="mean return", title=f"{title}: training")
    low = min(int(values.min()) for values in scores.values())
    high = max(int(values.max()) for values in scores.values())
    marks = np.arange(low, high + 2)
    for name, values in scores.items():
        share = [(values >= mark).mean() for mark in marks]
        distribution.step(marks, share, where="post", label=f"{name} (mean {values.mean():.1f})")
    distribution.set(xlabel="score", ylabel="share of games at or over", title=f"{title}: scores", ylim=(0, 1))
    distribution.legend()
    for axes in (course, distribution):
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)


def plot_match(path: Path, title: str, names: Sequence[str], cross_play: Array) -> None:
    """A cross-play table (row agent's win rate against column agent) as a coloured PNG."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2 + 1.2 * len(names), 1.5 + 1.0 * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.imshow(cross_play, vmin=0, vmax=1, cmap="RdYlGn")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    for i in range(len(names)):
        for j in range(len(names)):
            if not np.isnan(cross_play[i, j]):
                axes.text(j, i, f"{100 * cross_play[i, j]:.1f}", ha="center", va="center")
    axes.set(title=f"{title}: wins of row against column, %")
    figure.savefig(path, dpi=120)
