"""What a minibatch teaches: the losses of PPO, and the schedules of a run."""

from __future__ import annotations

from collections.abc import Callable

import torch as th
from torch.nn import functional as F

from unicorn_envs.arrays import Array

from .rollout import SettledDecisions

MASKED = -1e9
"""Logit of an illegal action: finite, so that its gradient is zero and not NaN."""
SIZE_STEP = 64
FINAL_LEARNING_RATE = 0.1
"""The learning rate ends at this share of its start."""
FIGURES = ("policy_gradient_loss", "value_loss", "entropy", "approx_kl", "clip_fraction")
"""What :func:`loss_of` tells of a minibatch."""


def loss_of(
    logits: th.Tensor,
    values: th.Tensor,
    data: SettledDecisions,
    rows: Array,
    clip_range: float,
    value_weight: float,
    entropy_weight: float,
    imitate: bool,
) -> tuple[th.Tensor, th.Tensor]:
    """The loss of the decisions ``rows``, for which the network gives ``logits`` and ``values``; and FIGURES.

    ``imitate``: the actions are a teacher's, to be imitated whatever came of them.
    """
    logits = logits.masked_fill(th.from_numpy(data.mask[rows]) == 0, MASKED)
    log_probs = F.log_softmax(logits, dim=1)
    # softmax, not exp(log_softmax): exp of -1e9 falls into a slow path
    entropy = -(F.softmax(logits, dim=1) * log_probs).sum(dim=1).mean()
    log_prob = log_probs.gather(1, th.from_numpy(data.action[rows])[:, None]).squeeze(1)

    advantage = th.from_numpy(data.advantage[rows])
    advantage = (advantage - advantage.mean()) / (advantage.std(correction=0) + 1e-8)
    log_ratio = log_prob - th.from_numpy(data.log_prob[rows])
    ratio = log_ratio.exp()
    clipped = ratio.clamp(1 - clip_range, 1 + clip_range)
    policy_loss = -th.min(advantage * ratio, advantage * clipped).mean()
    if imitate:
        policy_loss, entropy_weight = -log_prob.mean(), 0.0
    value_loss = F.mse_loss(values, th.from_numpy(data.target[rows]))
    loss = policy_loss + value_weight * value_loss - entropy_weight * entropy
    with th.no_grad():
        kl = (ratio - 1 - log_ratio).mean()
        clip_fraction = ((ratio - 1).abs() > clip_range).float().mean()
        return loss, th.stack([policy_loss.detach(), value_loss.detach(), entropy.detach(), kl, clip_fraction])


def minibatch_size(decisions: int, wanted: int) -> int:
    """A size near ``wanted`` that leaves hardly any of the decisions over.

    It is a multiple of 64 where it can be: the matrix library prepares each size anew, so there should be few.
    """
    size = decisions // max(1, round(decisions / wanted))
    return size - size % SIZE_STEP if size > SIZE_STEP else size


def has_bf16_instructions() -> bool:
    """Whether this processor multiplies bfloat16 matrices by itself, which makes an update 2 to 3 times faster."""
    tests = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(th.cpu, name, lambda: False)() for name in tests)


def annealed(start: float) -> Callable[[float], float]:
    """A schedule from ``start`` down to a tenth of it."""

    def schedule(remaining: float) -> float:
        return start * (FINAL_LEARNING_RATE + (1.0 - FINAL_LEARNING_RATE) * remaining)

    return schedule
