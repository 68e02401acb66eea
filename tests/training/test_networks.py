"""The network in torch and in numpy."""

import numpy as np
import pytest
import torch as th

from training.networks import ActorCritic, ItemGroup
from unicorn_envs.agents.network import BadWeights, Network
from unicorn_envs.layout import Field, Layout

LAYOUT = Layout(
    [
        Field("board", (6,), 0, 1, "spaces"),
        Field("row", (2,), 0, 1, "rows of the board"),
        Field("cards", (4,), 0, 5, "cards"),
        Field("rest", (3,), -2, 2, "other things"),
    ]
)
ACTIONS = 2 * 6 + 4 + 2
GROUPS = (
    ItemGroup(count=6, fields=("board", "row"), actions=(0, 6), grid=(2, 3), size=5),
    ItemGroup(count=4, fields=("cards",), actions=(12,), size=3, embedding=True),
)


def network(groups=GROUPS):
    th.manual_seed(0)
    net = ActorCritic(LAYOUT, ACTIONS, (8, 7), groups)
    with th.no_grad():  # as if it had been trained: nothing is zero
        for parameter in net.parameters():
            parameter.add_(0.3 * th.randn_like(parameter))
    return net


@pytest.mark.parametrize("groups", [GROUPS, GROUPS[:1], ()])
def test_numpy_plays_what_torch_learned(groups):
    net = network(groups)
    x = np.random.default_rng(0).normal(size=(9, LAYOUT.size)).astype(np.float32)
    expected = net.forward_actor(th.from_numpy(x)).detach().numpy()
    got = Network(net.checkpoint_tensors(), LAYOUT.size, ACTIONS).logits(x)
    assert got.shape == (9, ACTIONS)
    assert np.allclose(got, expected, atol=1e-5)


def test_spaces_share_weights():
    """Swapping what lies on two spaces with the same neighbours swaps their scores."""
    group = ItemGroup(count=6, fields=("board",), actions=(0, 6), size=5)
    net = network((group,))
    x = np.random.default_rng(1).normal(size=(1, LAYOUT.size)).astype(np.float32)
    swapped = x.copy()
    swapped[0, [1, 4]] = x[0, [4, 1]]
    before, after = (net.forward_actor(th.from_numpy(v)).detach().numpy()[0] for v in (x, swapped))
    assert np.allclose(before[[1, 7]], after[[4, 10]], atol=1e-6)
    assert not np.allclose(before[1], before[4])


def test_a_row_serves_each_of_its_spaces():
    table = GROUPS[0].input_table(LAYOUT)
    assert table[:, 0].tolist() == [0, 1, 2, 3, 4, 5]
    assert table[:, 1].tolist() == [6, 6, 6, 7, 7, 7]


def test_neighbours_are_left_right_above_below():
    weights = GROUPS[0].neighbours()
    assert np.flatnonzero(weights[0]).tolist() == [1, 3]
    assert np.flatnonzero(weights[4]).tolist() == [1, 3, 5]
    assert weights.max() == 0.25


@pytest.mark.parametrize(
    "spoil, reason",
    [
        (lambda t: t.pop("action.bias"), "action.bias is missing"),
        (lambda t: t.update({"trunk.0.weight": t["trunk.0.weight"][:, 1:]}), "trunk.0.weight has shape"),
        (lambda t: t.update({"trunk.1.bias": t["trunk.1.bias"] * np.nan}), "not finite"),
        (lambda t: t.update({"items.0.actions": t["items.0.actions"] * 0}), "each of the 18 actions once"),
        (lambda t: t.update({"items.0.inputs": t["items.0.inputs"] + 99}), "integers from 0 to 14"),
        (lambda t: t.update({"trunk.inputs": t["trunk.inputs"].astype(np.float32)}), "integers from 0 to 14"),
    ],
)
def test_bad_weights_are_refused_with_the_reason(spoil, reason):
    tensors = network().checkpoint_tensors()
    spoil(tensors)
    with pytest.raises(BadWeights, match=reason):
        Network(tensors, LAYOUT.size, ACTIONS)
