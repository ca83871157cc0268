"""What each update of a job is computed on."""

import random
from dataclasses import dataclass, replace
from typing import Any

from .advantages import signal_of
from .config import Config
from .job import Group, Trajectory
from .losses import token_weights
from .problem import Problem
from .sequences import Sample, Sequence, sample_of
from .templates import Template

DEFAULT_BATCH = {"sft": 8, "dpo": 8}
DEFAULT_EPOCHS = {"sft": 3, "dpo": 3}


@dataclass(frozen=True)
class Unit:
    """What must be in one pack: a trajectory, or a chosen and a rejected one."""

    samples: list[Sample]
    # Weight of each trained token of each sample.
    weights: list[float]

    @property
    def length(self) -> int:
        return sum(one.length for one in self.samples)

    @property
    def sequences(self) -> list[Sequence]:
        return [sequence for one in self.samples for sequence in one.sequences]


@dataclass(frozen=True)
class Plan:
    samples: list[Sample]
    updates: list[list[Unit]]
    notes: dict[str, Any]
    reward_mean: float
    reward_deviation: float


def plan_of(groups: list[Group], config: Config, template: Template, longest: int) -> Plan:
    """Raises Problem if a trajectory cannot be trained, or is longer than `longest` tokens."""
    signal = signal_of(groups, config)
    chosen = _chosen(groups, signal.advantages, config)
    samples = [
        replace(
            _sample(groups[group].trajectories[index], template, config, longest),
            advantage=signal.advantages[group][index],
            group=group,
        )
        for group, index in chosen
    ]
    untrained = sum(1 for one in samples if not one.trained)
    samples = [one for one in samples if one.trained]
    units = _pairs(samples, config) if config.method == "dpo" else [[one] for one in samples]
    notes = {
        "groups": len(groups),
        "flat_groups": signal.flat_groups,
        "trajectories": sum(len(group.trajectories) for group in groups),
        "trained_trajectories": len(samples),
        "trained_tokens": sum(one.trained for one in samples),
        **({"without_trainable_tokens": untrained} if untrained else {}),
        **({"pairs": len(units)} if config.method == "dpo" else {}),
    }
    return Plan(samples, _updates(units, config), notes, signal.mean_reward, signal.mean_deviation)


def no_signal(groups: list[Group], config: Config) -> str:
    """Why nothing can be learned from the groups, and what to do."""
    count = len(groups)
    which = "The group has" if count == 1 else f"All {count} groups have"
    if config.method == "sft":
        return "No trajectory has a reward above 0, so there is no answer to train on. Rate answers, or add corrected ones."
    if all(len(group.trajectories) < 2 for group in groups):
        return f"{which} fewer than two trajectories, and rewards are compared within a group. Group several attempts at the same task, or use the method SFT."
    return f"{which} equal rewards, so there is nothing to learn. Add attempts with other rewards, or use a finer reward."


def _chosen(groups: list[Group], advantages: list[list[float]], config: Config) -> list[tuple[int, int]]:
    if config.method == "sft":
        return [(group, index) for group, one in enumerate(groups) for index in _best([t.reward for t in one.trajectories])]
    return [
        (group, index)
        for group, one in enumerate(advantages)
        for index, advantage in enumerate(one)
        # A trajectory without an advantage has no gradient, but may be half of a pair.
        if advantage != 0 or (config.method == "dpo" and any(one))
    ]


def _best(rewards: list[float]) -> list[int]:
    """Trajectories with the highest reward of their group, if it is positive: corrected answers have 1."""
    most = max(rewards, default=0)
    return [index for index, reward in enumerate(rewards) if reward == most and reward > 0]


# No tokenizer makes tokens as long as this on average; longer texts would take minutes only to be refused.
TOKEN_CHARS = 40


def _sample(trajectory: Trajectory, template: Template, config: Config, longest: int) -> Sample:
    characters = max((sum(len(str(item)) for item in items) for items, _ in trajectory.histories), default=0)
    recorded = any("token_ids" in item or item.get("logprobs") for items, _ in trajectory.histories for item in items)
    if characters > TOKEN_CHARS * longest and not recorded:
        raise Problem(
            f"{trajectory.place.capitalize()} has {characters} characters, which are more than {longest} tokens: leave it out, "
            "shorten it, or raise max_sequence_length up to what the model supports."
        )
    sample = sample_of(
        trajectory, template, turns=config.assistant_turns, without_logprobs=config.allow_training_without_logprobs or not config.is_rl
    )
    for sequence in sample.sequences:
        if len(sequence.ids) > longest:
            raise Problem(
                f"A sequence of {trajectory.place} has {len(sequence.ids)} tokens, more than {longest}: leave it out, shorten "
                "it, or raise max_sequence_length up to what the model supports."
            )
    return sample


def _pairs(samples: list[Sample], config: Config) -> list[list[Sample]]:
    """Of each group the pairs with the largest differences in reward, the chosen one first."""
    pairs: list[list[Sample]] = []
    for group in sorted({one.group for one in samples}):
        members = [one for one in samples if one.group == group]
        found = [[better, worse] for better in members for worse in members if better.reward > worse.reward]
        found.sort(key=lambda pair: pair[1].reward - pair[0].reward)
        pairs += found[: config.pairs_per_group]
    return pairs


def _updates(units: list[list[Sample]], config: Config) -> list[list[Unit]]:
    size = config.batch_size or DEFAULT_BATCH.get(config.method, len(units))
    epochs = config.epochs or DEFAULT_EPOCHS.get(config.method, 1)
    longest = max((one.trained for unit in units for one in unit), default=1)
    updates = []
    for epoch in range(epochs):
        order = list(units)
        if size < len(units):
            random.Random(config.seed + epoch).shuffle(order)
        for at in range(0, len(order), max(1, size)):
            updates.append(_weighted(order[at : at + size], config.method, longest))
    return updates


def _weighted(batch: list[list[Sample]], method: str, longest: int) -> list[Unit]:
    lengths = [one.trained for unit in batch for one in unit]
    weights = iter(token_weights(method, lengths, longest))
    return [Unit(unit, [next(weights) for _ in unit]) for unit in batch]
