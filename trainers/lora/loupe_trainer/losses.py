"""Losses on the tokens that a model produced. Formulas and sources: docs/training.md, "Methods".

Each token has a weight that includes the divisor of its method, so a loss is a plain sum. Summing the losses of several
packs therefore gives exactly the loss of the whole update: gradients can be accumulated in any division into packs.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

# exp(20) is within the range of 32-bit numbers, and far outside of every clipping range.
LOG_RATIO_BOUND = 20.0


@dataclass(frozen=True)
class Clipping:
    """The ratio is clipped to 1 - low and 1 + high."""

    low: float
    high: float


CLIPPING = {
    "grpo": Clipping(0.2, 0.28),
    "dr_grpo": Clipping(0.2, 0.28),
    "dapo": Clipping(0.2, 0.28),
    "ppo": Clipping(0.2, 0.2),
    "gspo": Clipping(3e-4, 4e-4),
    "cispo": Clipping(1.0, 4.0),
}
DEFAULT_LEVEL = {"gspo": "sequence"}


@dataclass(frozen=True)
class PolicyRule:
    method: str
    clipping: Clipping
    level: str = "token"
    masks_ratio: bool = False
    max_ratio: float | None = None
    truncation: float | None = None
    tau: float | None = None


@dataclass(frozen=True)
class Tokens:
    """Values of the trained tokens of a pack, one each."""

    old: Tensor  # log-probabilities of the sampler; NaN where they are unknown
    advantages: Tensor
    weights: Tensor
    sequence: Tensor  # index of the token's sequence in the pack
    sampled: Tensor | None = None  # recorded log-probabilities where `old` was recomputed


def token_weights(method: str, lengths: list[int], longest: int) -> list[float]:
    """The weight of each token of a trajectory, for the trajectories of one update with their numbers of tokens."""
    count, total = len(lengths), sum(lengths)
    if method in ("grpo", "gspo"):
        return [1 / (count * length) for length in lengths]
    if method == "dr_grpo":
        return [1 / (count * longest)] * count
    return [1 / total] * count


def policy_loss(new: Tensor, tokens: Tokens, rule: PolicyRule) -> tuple[Tensor, Tensor]:
    """The loss, and the share of tokens whose ratio is outside of the clipping range."""
    old = torch.where(torch.isfinite(tokens.old), tokens.old, new.detach())
    difference = new - old
    ratio = _ratio(difference, tokens.sequence, rule.level)
    low, high = 1 - rule.clipping.low, 1 + rule.clipping.high
    advantages = tokens.advantages
    is_clipped = ((ratio < low) & (advantages < 0)) | ((ratio > high) & (advantages > 0))
    if rule.max_ratio is not None:
        ratio = ratio.clamp(max=rule.max_ratio)
    if rule.masks_ratio:
        ratio = torch.where((ratio > low) & (ratio < high), ratio, torch.zeros_like(ratio))
    if rule.tau:
        advantages = advantages - rule.tau * difference.detach()
    if rule.method == "cispo":
        each = -ratio.detach().clamp(low, high) * advantages * new
    else:
        each = -torch.min(ratio * advantages, ratio.clamp(low, high) * advantages)
    if rule.truncation is not None and tokens.sampled is not None:
        sampled = torch.where(torch.isfinite(tokens.sampled), tokens.sampled, old)
        each = each * (old - sampled).exp().clamp(max=rule.truncation).detach()
    return (each * tokens.weights).sum(), is_clipped.float().mean()


def _ratio(difference: Tensor, sequence: Tensor, level: str) -> Tensor:
    by_token = difference.clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND).exp()
    if level == "token":
        return by_token
    count = int(sequence.max()) + 1
    sums = torch.zeros(count, device=difference.device).index_add(0, sequence, difference)
    lengths = torch.bincount(sequence, minlength=count).clamp(min=1)
    by_sequence = (sums / lengths).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND).exp()[sequence]
    if level == "sequence":
        return by_sequence
    return (by_token + by_sequence) / 2 if level == "average" else by_token.sqrt() * by_sequence.sqrt()


def k3(new: Tensor, reference: Tensor) -> Tensor:
    """Unbiased, never negative estimate of the divergence from the reference, per token (Schulman 2020)."""
    difference = (reference - new).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND)
    return difference.exp() - difference - 1


def penalized(advantages: Tensor, kl: Tensor, mean_kl: float, coefficient: float) -> Tensor:
    """ART's penalty: a token that diverges more than the mean of its update has a lower advantage."""
    return advantages + coefficient * (mean_kl - kl)


def supervised_loss(new: Tensor, weights: Tensor) -> Tensor:
    return -(new * weights).sum()


def preference_loss(chosen: Tensor, rejected: Tensor, beta: float, pairs: int) -> tuple[Tensor, Tensor]:
    """DPO, from the sums of log-probabilities minus those of the reference; and the share of pairs in the right order."""
    margin = chosen - rejected
    return -logsigmoid(beta * margin).sum() / pairs, (margin > 0).float().mean()
