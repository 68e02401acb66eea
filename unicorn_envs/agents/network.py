"""The policy network of checkpoints, in numpy.

A *trunk* of linear layers with tanh sees the scaled observation. On top of it, *item groups* share weights among
things of the same kind (the spaces of a board, the types of cards): the same small network scores every item,
from the item's own features, its neighbours' (where the items form a grid), and the trunk. What it learns
about one item holds for all. Without item groups this is a plain multilayer perceptron.

Tensors, all float32 but the index tables (int64):

==========================  =============  ==================================================================
``trunk.inputs``            (C,)           entries of the observation that the trunk sees directly
``trunk.i.weight, .bias``   (H, in), (H,)  layer i; input of the first: those entries, then each group's pooled
                                           features (the mean over its items)
``items.g.inputs``          (M, F)         entries of the observation that describe each item of group g
``items.g.neighbours``      (M, M)         optional: rows of weights that sum the features of neighbours
``items.g.local.weight``    (K, F or 2F)   from the item's features (and its neighbours')
``items.g.context.weight``  (K, H)         from the trunk; with ``items.g.context.bias`` (K,)
``items.g.embedding``       (M, K)         optional: what is special about each item
``items.g.score.weight``    (O, K)         to O scores an item; with ``items.g.score.bias`` (O,)
``items.g.actions``         (M, O)         which action each score is for
``action.numbers``          (R,)           the actions scored by the trunk alone
``action.weight, .bias``    (R, H), (R,)   their scores
==========================  =============  ==================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from unicorn_envs.arrays import Array, Float32Array, Int64Array


class BadWeights(ValueError):
    """Tensors that do not make a network for this observation and these actions."""


@dataclass(frozen=True)
class Items:
    """One item group."""

    inputs: Int64Array
    neighbours: Float32Array | None
    local: Float32Array
    context: Float32Array
    context_bias: Float32Array
    embedding: Float32Array | None
    score: Float32Array
    score_bias: Float32Array
    actions: Int64Array

    def features(self, x: Float32Array) -> Float32Array:
        """(B, M, F or 2F) float32."""
        own: Float32Array = x[:, self.inputs]
        if self.neighbours is None:
            return own
        return np.concatenate([own, np.einsum("ij,bjf->bif", self.neighbours, own)], axis=2)


class Network:
    """The network of one checkpoint.

    Parameters
    ----------
    weights: the tensors above; BadWeights when one is missing, has a wrong shape or is not finite.
    inputs, outputs: sizes of observation and action space.
    """

    def __init__(self, weights: Mapping[str, Array], inputs: int, outputs: int) -> None:
        self.outputs = outputs
        self._weights = weights
        self.trunk_inputs = self._indices("trunk.inputs", inputs, 1)
        groups = len({name.split(".")[1] for name in weights if name.startswith("items.")})
        tables = [self._indices(f"items.{g}.inputs", inputs, 2) for g in range(groups)]
        self.trunk: list[tuple[Float32Array, Float32Array]] = []
        width = len(self.trunk_inputs) + sum(table.shape[1] for table in tables)
        while f"trunk.{len(self.trunk)}.weight" in weights:
            layer = self._linear(f"trunk.{len(self.trunk)}", width)
            self.trunk.append(layer)
            width = layer[0].shape[0]
        self.items = [self._items(g, table, width) for g, table in enumerate(tables)]
        self.action_numbers = self._indices("action.numbers", outputs, 1)
        self.action = self._linear("action", width)
        if self.action[0].shape[0] != len(self.action_numbers):
            raise BadWeights("action.weight does not fit action.numbers")
        scored = np.concatenate([self.action_numbers, *(items.actions.ravel() for items in self.items)])
        if len(scored) != outputs or len(np.unique(scored)) != outputs:
            raise BadWeights(f"the network does not score each of the {outputs} actions once")

    def _tensor(self, name: str, *shape: int | None) -> Array:
        tensor = self._weights.get(name)
        if tensor is None:
            raise BadWeights(f"{name} is missing")
        if tensor.ndim != len(shape) or any(s is not None and s != t for s, t in zip(shape, tensor.shape)):
            raise BadWeights(f"{name} has shape {tensor.shape}")
        if not np.isfinite(tensor).all():
            raise BadWeights(f"{name} holds numbers that are not finite")
        return tensor

    def _indices(self, name: str, limit: int, dimensions: int) -> Int64Array:
        table = self._tensor(name, *([None] * dimensions))
        if not np.issubdtype(table.dtype, np.integer) or (table.size and (table.min() < 0 or table.max() >= limit)):
            raise BadWeights(f"{name} must hold integers from 0 to {limit - 1}")
        return table

    def _linear(self, name: str, width: int) -> tuple[Float32Array, Float32Array]:
        weight = self._tensor(f"{name}.weight", None, width)
        return weight, self._tensor(f"{name}.bias", weight.shape[0])

    def _items(self, g: int, inputs: Int64Array, width: int) -> Items:
        name = f"items.{g}"
        count, features = inputs.shape
        neighbours = None
        if f"{name}.neighbours" in self._weights:
            neighbours = self._tensor(f"{name}.neighbours", count, count)
            features *= 2
        local = self._tensor(f"{name}.local.weight", None, features)
        size = local.shape[0]
        score = self._tensor(f"{name}.score.weight", None, size)
        actions = self._indices(f"{name}.actions", self.outputs, 2)
        if actions.shape != (count, score.shape[0]):
            raise BadWeights(f"{name}.actions has shape {actions.shape}")
        has_embedding = f"{name}.embedding" in self._weights
        return Items(
            inputs=inputs,
            neighbours=neighbours,
            local=local,
            context=self._tensor(f"{name}.context.weight", size, width),
            context_bias=self._tensor(f"{name}.context.bias", size),
            embedding=self._tensor(f"{name}.embedding", count, size) if has_embedding else None,
            score=score,
            score_bias=self._tensor(f"{name}.score.bias", score.shape[0]),
            actions=actions,
        )

    def logits(self, x: Float32Array) -> Float32Array:
        """(B, A) float32: a score for each action, from scaled observations (B, D) float32."""
        features = [items.features(x) for items in self.items]
        pooled = [f[:, :, : items.inputs.shape[1]].mean(axis=1) for f, items in zip(features, self.items)]
        h = np.concatenate([x[:, self.trunk_inputs], *pooled], axis=1)
        for weight, bias in self.trunk:
            h = np.tanh(h @ weight.T + bias)
        out = np.empty((len(x), self.outputs), dtype=np.float32)
        out[:, self.action_numbers] = h @ self.action[0].T + self.action[1]
        for items, own in zip(self.items, features):
            z = own @ items.local.T + (h @ items.context.T + items.context_bias)[:, None, :]
            if items.embedding is not None:
                z = z + items.embedding
            scores = np.tanh(z) @ items.score.T + items.score_bias
            out[:, items.actions.ravel()] = scores.reshape(len(x), -1)
        return out
