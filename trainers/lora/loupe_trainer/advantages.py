"""Group-relative advantages, as Loupe's pre-flight shows them (lib/training/advantages.ts)."""

from dataclasses import dataclass
from statistics import fmean

from .config import Config
from .job import Group


@dataclass(frozen=True)
class Signal:
    """One advantage per trajectory of each group; all 0 in a group whose rewards are equal."""

    advantages: list[list[float]]
    flat_groups: int
    mean_reward: float
    mean_deviation: float


def group_advantages(rewards: list[float], *, is_scaled: bool) -> list[float]:
    """A reward minus the mean of its group, divided by the population standard deviation if scaled."""
    if all(reward == rewards[0] for reward in rewards):
        return [0.0] * len(rewards)
    differences = [reward - fmean(rewards) for reward in rewards]
    deviation = deviation_of(rewards)
    return [one / deviation if is_scaled else one for one in differences]


def deviation_of(rewards: list[float]) -> float:
    mean = fmean(rewards)
    return fmean([(reward - mean) ** 2 for reward in rewards]) ** 0.5


def signal_of(groups: list[Group], config: Config) -> Signal:
    rewards = [[one.reward for one in group.trajectories] for group in groups]
    advantages = [_balanced(group_advantages(one, is_scaled=config.is_scaled), config.advantage_balance) for one in rewards if one]
    every = [reward for one in rewards for reward in one]
    deviations = [deviation_of(one) for one in rewards if one]
    live = [one for one in deviations if one > 0]
    placed = iter(advantages)
    return Signal(
        advantages=[next(placed) if one else [] for one in rewards],
        flat_groups=sum(1 for one in rewards if one and all(reward == one[0] for reward in one)),
        mean_reward=fmean(every) if every else 0.0,
        mean_deviation=fmean(live) if live else 0.0,
    )


def _balanced(advantages: list[float], balance: float) -> list[float]:
    """ART's `advantage_balance`: 1 trains only on positive advantages, -1 only on negative ones."""
    low, high = 1 - max(balance, 0.0), 1 + min(balance, 0.0)
    return [one * (high if one > 0 else low) for one in advantages]


