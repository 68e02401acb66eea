"""Trained players: a ``.safetensors`` file with the weights and a card, played with numpy alone.

The card holds a checksum of the weights and of itself, which is verified whenever the file is read.
``network.py`` documents the tensors; the input is the observation times ``1 / max(|low|, |high|)``, entry by entry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from unicorn_envs.agents.network import BadWeights, Network
from unicorn_envs.arrays import Array, Float32Array, Int8Array, Int64Array
from unicorn_envs.errors import CheckpointError
from unicorn_envs.files import write_whole
from unicorn_envs.game import Game

CARD_KEY = "card"
CHECKSUM = "checksum"
"""Entry of the card: what :func:`checksum` makes of the weights and the rest of the card."""
SUFFIX = ".safetensors"
FORMAT = 1


def input_scale(low: Array, high: Array) -> Float32Array:
    """(D,) float32: what brings each entry of an observation with these bounds into -1 .. 1."""
    largest = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return np.asarray(1.0 / np.maximum(largest, 1.0), dtype=np.float32)


def checkpoint_folders() -> list[Path]:
    """Where shipped checkpoints lie: in the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    return [package / "checkpoints", package.parent / "checkpoints"]


def shipped_checkpoints() -> list[Path]:
    """The files of all shipped checkpoints."""
    for folder in checkpoint_folders():
        files = sorted(folder.glob(f"*{SUFFIX}"))
        if files:
            return files
    return []


def checksum(weights: Mapping[str, Array], card: Mapping[str, Any]) -> str:
    """SHA-256 over all tensors (name, dtype, shape, bytes) and the card without its checksum, in hexadecimal."""
    rest = {key: value for key, value in card.items() if key != CHECKSUM}
    digest = hashlib.sha256(json.dumps(rest, sort_keys=True).encode())
    for name in sorted(weights):
        tensor = np.ascontiguousarray(weights[name])
        digest.update(json.dumps([name, tensor.dtype.str, tensor.shape]).encode())
        digest.update(tensor.tobytes())
    return digest.hexdigest()


def read_checkpoint(path: str | Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """Weights and card of a checkpoint; CheckpointError when the file is none, or not as it was written."""
    weights, card = read_unverified(path)
    if CHECKSUM not in card:
        raise CheckpointError(f"{path} has no checksum in its card: nobody can tell whether it is as it was written")
    if card[CHECKSUM] != checksum(weights, card):
        raise CheckpointError(f"{path} is damaged: its weights and card do not agree with its checksum")
    return weights, card


def read_unverified(path: str | Path) -> tuple[dict[str, Array], dict[str, Any]]:
    """As :func:`read_checkpoint`, whatever the checksum says. To write a file anew, whose card was changed by hand."""
    from safetensors import SafetensorError, safe_open

    path = Path(path)
    if not path.is_file():
        raise CheckpointError(f"there is no checkpoint {str(path)!r}")
    try:
        with safe_open(str(path), framework="numpy") as file:
            metadata = file.metadata() or {}
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - no mapping
    except (SafetensorError, OSError, ValueError) as error:
        raise CheckpointError(f"{path} is damaged or no safetensors file: {error}") from None
    if CARD_KEY not in metadata:
        raise CheckpointError(f"{path} has no card: it is no checkpoint of unicorn_envs")
    try:
        card = json.loads(metadata[CARD_KEY])
    except json.JSONDecodeError as error:
        raise CheckpointError(f"the card of {path} is damaged: {error}") from None
    if not isinstance(card, dict):
        raise CheckpointError(f"the card of {path} is damaged: it is no object")
    return weights, card


def read_card(path: str | Path) -> dict[str, Any]:
    """The card of a checkpoint: game, version, options, layout hash, how it was made, how strong it is."""
    return read_checkpoint(path)[1]


def write_checkpoint(path: str | Path, weights: Mapping[str, Array], card: Mapping[str, Any]) -> None:
    """Write weights and card, with their checksum; the file appears whole or not at all."""
    from safetensors.numpy import save

    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    tensors = {name: np.ascontiguousarray(tensor) for name, tensor in weights.items()}
    written = json.loads(json.dumps(dict(card)))  # as it will be read
    written[CHECKSUM] = checksum(tensors, written)
    write_whole(path, save(tensors, metadata={CARD_KEY: json.dumps(written)}))


@cache
def _shipped_cards() -> tuple[tuple[Path, dict[str, Any]], ...]:
    return tuple((path, read_card(path)) for path in shipped_checkpoints())


def find_checkpoint(name: str, game: Game, options: Mapping[str, Any]) -> Path:
    """The file meant by ``name``: a path, a shipped name, or (empty) the one trained with these options."""
    if name:
        shipped = {path.stem: path for path in shipped_checkpoints()}
        if name in shipped:
            return shipped[name]
        if Path(name).is_file():
            return Path(name)
        raise CheckpointError(f"there is no checkpoint {name!r}; shipped are {', '.join(shipped) or 'none'}")
    wanted = game.complete_options(**options)
    of_game = {path: card for path, card in _shipped_cards() if card.get("game") == game.name}
    for path, card in of_game.items():
        if card.get("options") == wanted:
            return path
    names = ", ".join(f"checkpoint:{path.stem}" for path in of_game) or "none"
    raise CheckpointError(f"no checkpoint of {game.title} was trained with {wanted}; by name there are: {names}")


class NetworkAgent:
    """A player with a network: takes the likeliest action, or draws from its policy (``sample``)."""

    def __init__(self, name: str, network: Network, scale: Float32Array, sample: bool = False, seed: int = 0) -> None:
        self.name = name
        self.network = network
        self.sample = sample
        self._scale = scale
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Begin the draws that belong to ``seed``."""
        self._generator = np.random.default_rng(seed)

    def logits(self, observation: Int8Array) -> Float32Array:
        """(B, A) float32: the policy's unmasked scores."""
        return self.network.logits(observation.astype(np.float32) * self._scale)

    def act(self, observation: Int8Array, action_mask: Int8Array) -> Int64Array:
        logits = np.where(action_mask != 0, self.logits(observation), -np.inf)
        if self.sample:  # Gumbel's trick: the largest perturbed score is a draw from the softmax
            logits = logits + self._generator.gumbel(size=logits.shape)
        chosen: Int64Array = np.argmax(logits, axis=1)
        return chosen


class CheckpointAgent(NetworkAgent):
    """A trained player from a file.

    Parameters
    ----------
    path: the file.
    game, options: what is to be played; a checkpoint made for another game, layout or number of players is
        refused with a CheckpointError.
    sample: draw from the policy instead of taking its likeliest action. By default as the card says.
    seed: of those draws.
    """

    def __init__(self, path: str | Path, game: Game, sample: bool | None = None, seed: int = 0, **options: Any) -> None:
        weights, card = read_checkpoint(path)
        players = game.complete_options(**options)["num_players"]
        _refuse_foreign(path, card, game, players)
        layout = game.observation.for_players(players)
        try:
            network = Network(weights, layout.size, len(game.actions))
        except BadWeights as error:
            raise CheckpointError(f"{path} is damaged: {error}") from None
        self.card = card
        sample = bool(card.get("sample", False)) if sample is None else sample
        super().__init__(Path(path).stem, network, input_scale(layout.low, layout.high), sample, seed)


def _refuse_foreign(path: str | Path, card: Mapping[str, Any], game: Game, players: int) -> None:
    if card.get("format") != FORMAT:
        raise CheckpointError(f"{path} has format {card.get('format')!r}; this version reads format {FORMAT}")
    if card.get("game") != game.name:
        raise CheckpointError(f"{path} was made for {card.get('game')}, not for {game.name}")
    options = card.get("options")
    made_for = options.get("num_players") if isinstance(options, dict) else None
    if made_for != players:
        raise CheckpointError(f"{path} was made for {made_for} players, not for {players}")
    if card.get("version") != game.version or card.get("layout") != game.layout_hash(players):
        raise CheckpointError(
            f"{path} was made for version {card.get('version')} (layout {card.get('layout')}) of {game.name}; "
            f"this is version {game.version} (layout {game.layout_hash(players)})"
        )
