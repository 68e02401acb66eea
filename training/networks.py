"""Actor and critic in torch: the network that ``unicorn_envs/agents/network.py`` documents and plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from unicorn_envs.agents.checkpoint import input_scale
from unicorn_envs.arrays import Array
from unicorn_envs.layout import Layout


@dataclass(frozen=True)
class ItemGroup:
    """Items that share weights.

    ``fields``: names of observation fields that describe the items: of shape (count, ...), or with a first
    dimension that divides ``count`` (a field with an entry a row of the board serves each space of the row).
    ``actions``: for each score, the number of the first of ``count`` consecutive actions.
    ``grid``: (rows, columns) when the items lie on a board and neighbours matter.
    ``size``: width of the shared layer. ``embedding``: whether items differ in themselves, as cards do.
    """

    count: int
    fields: tuple[str, ...]
    actions: tuple[int, ...]
    grid: tuple[int, int] | None = None
    size: int = 64
    embedding: bool = False

    def input_table(self, layout: Layout) -> Array:
        """(count, F) int64: entries of the observation that describe each item."""
        columns = []
        shapes = {field.name: field.shape for field in layout}
        for name in self.fields:
            entries = np.arange(layout.slices[name].start, layout.slices[name].stop).reshape(shapes[name][0], -1)
            columns.append(np.repeat(entries, self.count // len(entries), axis=0))
        return np.concatenate(columns, axis=1)

    def action_table(self) -> Array:
        """(count, O) int64: the action of each score of each item."""
        return np.arange(self.count)[:, None] + np.array(self.actions, dtype=np.int64)

    def neighbours(self) -> Array | None:
        """(count, count) float32: 1/4 for each of the four neighbours on the grid."""
        if self.grid is None:
            return None
        rows, columns = np.divmod(np.arange(self.count), self.grid[1])
        distance = np.abs(rows[:, None] - rows) + np.abs(columns[:, None] - columns)
        return np.asarray(0.25 * (distance == 1), dtype=np.float32)


class Trunk(nn.Module):
    """Linear layers with tanh over chosen entries of the observation and the pooled features of the groups.

    ``size`` is that of the whole observation: where all of it is chosen, nothing is copied.
    """

    def __init__(self, inputs: Array, tables: Sequence[Array], hidden: Sequence[int], size: int) -> None:
        super().__init__()
        self.takes_all = len(inputs) == size and not tables
        self.inputs: th.Tensor
        self.register_buffer("inputs", th.from_numpy(inputs))
        for g, table in enumerate(tables):
            self.register_buffer(f"table_{g}", th.from_numpy(table))
        self.groups = len(tables)
        width = len(inputs) + sum(table.shape[1] for table in tables)
        layers: list[nn.Module] = []
        for size in hidden:
            layers += [_linear(width, size, np.sqrt(2)), nn.Tanh()]
            width = size
        self.layers = nn.Sequential(*layers)
        self.width = width

    def features(self, x: th.Tensor) -> list[th.Tensor]:
        """The items' own features, (B, M, F) for each group."""
        out = []
        for g in range(self.groups):
            table = getattr(self, f"table_{g}")
            out.append(x.index_select(1, table.reshape(-1)).view(len(x), *table.shape))
        return out

    def forward(self, x: th.Tensor, features: Sequence[th.Tensor]) -> th.Tensor:
        if not self.takes_all:
            x = th.cat([x.index_select(1, self.inputs), *(f.mean(dim=1) for f in features)], dim=1)
        h: th.Tensor = self.layers(x)
        return h


class ItemScores(nn.Module):
    """The small network that scores every item of a group."""

    def __init__(self, group: ItemGroup, features: int, width: int) -> None:
        super().__init__()
        neighbours = group.neighbours()
        self.neighbours: th.Tensor | None
        self.register_buffer("neighbours", None if neighbours is None else th.from_numpy(neighbours))
        self.local = _linear(features if neighbours is None else 2 * features, group.size, np.sqrt(2), bias=False)
        self.context = _linear(width, group.size, 1.0)
        self.embedding = nn.Parameter(th.zeros(group.count, group.size)) if group.embedding else None
        self.score = _linear(group.size, len(group.actions), 0.01)

    def forward(self, own: th.Tensor, h: th.Tensor) -> th.Tensor:
        """(B, M, O) scores from features (B, M, F) and trunk (B, H)."""
        if self.neighbours is not None:
            own = th.cat([own, th.matmul(self.neighbours, own)], dim=2)
        z = self.local(own) + self.context(h)[:, None, :]
        if self.embedding is not None:
            z = z + self.embedding
        scores: th.Tensor = self.score(th.tanh(z))
        return scores


class ActorCritic(nn.Module):
    """In the place of stable-baselines3's ``mlp_extractor``: its latents are already logits and value."""

    def __init__(self, layout: Layout, num_actions: int, hidden: Sequence[int], groups: Sequence[ItemGroup]) -> None:
        super().__init__()
        tables = [group.input_table(layout) for group in groups]
        in_groups = {entry for group, table in zip(groups, tables) if not group.embedding for entry in table.flat}
        inputs = np.array([entry for entry in range(layout.size) if entry not in in_groups], dtype=np.int64)
        self.actor_trunk = Trunk(inputs, tables, hidden, layout.size)
        self.critic_trunk = Trunk(inputs, tables, hidden, layout.size)
        width = self.actor_trunk.width
        self.items = nn.ModuleList(ItemScores(group, table.shape[1], width) for group, table in zip(groups, tables))
        item_actions = [group.action_table() for group in groups]
        taken = {action for table in item_actions for action in table.flat}
        rest = np.array([action for action in range(num_actions) if action not in taken], dtype=np.int64)
        self.action = _linear(width, len(rest), 0.01)
        self.value = _linear(width, 1, 1.0)
        order = np.concatenate([rest, *(table.ravel() for table in item_actions)])
        self.action_numbers: th.Tensor
        self.place_of_action: th.Tensor
        self.register_buffer("action_numbers", th.from_numpy(rest))
        self.register_buffer("place_of_action", th.from_numpy(np.argsort(order)))
        self.action_tables = item_actions
        self.input_tables = tables
        self.latent_dim_pi = num_actions
        self.latent_dim_vf = 1

    def forward(self, x: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        return self.forward_actor(x), self.forward_critic(x)

    def forward_actor(self, x: th.Tensor) -> th.Tensor:
        """(B, A) logits of scaled observations (B, D)."""
        features = self.actor_trunk.features(x)
        h = self.actor_trunk(x, features)
        scores = [self.action(h)]
        scores += [items(own, h).flatten(1) for items, own in zip(self.items, features)]
        if len(scores) == 1:
            return scores[0]
        return th.cat(scores, dim=1).index_select(1, self.place_of_action)

    def forward_critic(self, x: th.Tensor) -> th.Tensor:
        """(B, 1) values of scaled observations (B, D)."""
        values: th.Tensor = self.value(self.critic_trunk(x, self.critic_trunk.features(x)))
        return values

    def checkpoint_tensors(self) -> dict[str, Array]:
        """The actor as ``unicorn_envs/agents/network.py`` reads it."""
        tensors = {"trunk.inputs": self.actor_trunk.inputs, "action.numbers": self.action_numbers}
        linears = [layer for layer in self.actor_trunk.layers if isinstance(layer, nn.Linear)]
        for name, layer in [(f"trunk.{i}", layer) for i, layer in enumerate(linears)] + [("action", self.action)]:
            tensors |= {f"{name}.weight": layer.weight, f"{name}.bias": layer.bias}
        arrays = {name: np.array(tensor.detach().numpy()) for name, tensor in tensors.items()}
        for g, (items, inputs, actions) in enumerate(zip(self.items, self.input_tables, self.action_tables)):
            for name, tensor in items.state_dict().items():
                arrays[f"items.{g}.{name}"] = np.array(tensor.numpy())
            arrays |= {f"items.{g}.inputs": inputs, f"items.{g}.actions": actions}
        return arrays


class ScaledFeatures(BaseFeaturesExtractor):
    """Brings each entry of an observation into -1 .. 1 by the bounds of its space."""

    scale: th.Tensor

    def __init__(self, observation_space: spaces.Box) -> None:
        super().__init__(observation_space, observation_space.shape[0])
        self.register_buffer("scale", th.from_numpy(input_scale(observation_space.low, observation_space.high)))

    def forward(self, observations: th.Tensor) -> th.Tensor:
        return observations * self.scale


class SharedWeightsPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy with :class:`ActorCritic` inside.

    ``net_arch`` is the list of the trunk's layer sizes; ``layout`` and ``groups`` say what shares weights.
    """

    def __init__(self, *args: Any, layout: Layout, groups: Sequence[ItemGroup], **kwargs: Any) -> None:
        self.layout = layout
        self.groups = tuple(groups)
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.mlp_extractor = ActorCritic(self.layout, int(self.action_space.n), self.net_arch, self.groups)
        self.action_net = nn.Identity()
        self.value_net = nn.Identity()
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "layout": self.layout, "groups": self.groups}


def _linear(inputs: int, outputs: int, gain: float, bias: bool = True) -> nn.Linear:
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.orthogonal_(layer.weight, gain)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer
