"""Sequences of tokens with a mask of those that the model produced."""

import math
from dataclasses import dataclass, field
from typing import Any

from .job import Json, Trajectory
from .problem import Problem
from .templates import Template, plain_message


@dataclass
class Sequence:
    ids: list[int]
    # For each token whether it is trained, and its recorded log-probability (NaN if unknown).
    mask: list[bool]
    logprobs: list[float]

    @property
    def trained(self) -> int:
        return sum(self.mask)


@dataclass
class Sample:
    """What a trajectory is trained on."""

    place: str
    sequences: list[Sequence]
    reward: float
    advantage: float = 0.0
    group: int = 0
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def trained(self) -> int:
        return sum(one.trained for one in self.sequences)

    @property
    def length(self) -> int:
        return sum(len(one.ids) for one in self.sequences)


def sample_of(trajectory: Trajectory, template: Template, *, turns: str, without_logprobs: bool) -> Sample:
    """
    Recorded token ids first, since only they are certain to be those of the sampler; otherwise the chat template. Raises
    Problem if a turn cannot be marked.
    """
    sequences: list[Sequence] = []
    for items, tools in trajectory.histories:
        try:
            sequences += _history(items, tools, template, turns, without_logprobs)
        except Problem as problem:
            raise Problem(f"{problem} ({trajectory.place})") from None
    return Sample(trajectory.place, [one for one in sequences if one.trained], trajectory.reward)


def _history(items: list[Json], tools: list[Json] | None, template: Template, turns: str, without_logprobs: bool) -> list[Sequence]:
    produced = _produced(items, turns, without_logprobs)
    sequences: list[Sequence] = []
    rendered: list[int] = []
    for at in produced:
        recorded = _recorded(items[at])
        if recorded is None:
            rendered.append(at)
            continue
        prompt, ids, logprobs = recorded
        if prompt is None:
            prompt = template.prompt_ids(_messages(items[:at]), tools)
        _extend(sequences, prompt, ids, logprobs)
    return sequences + _rendered(items, rendered, tools, template)


def _produced(items: list[Json], turns: str, without_logprobs: bool) -> list[int]:
    """The items that are trained: choices, or else the assistant's messages."""
    choices = [at for at, item in enumerate(items) if isinstance(item.get("message"), dict)]
    if not without_logprobs:
        return [at for at in choices if _listed_logprobs(items[at])]
    if choices:
        return choices
    messages = [at for at, item in enumerate(items) if item.get("role") == "assistant"]
    return messages[-1:] if turns == "last" else messages


def _recorded(item: Json) -> tuple[list[int] | None, list[int], list[float]] | None:
    """Ids of the prompt, if they were recorded, and of the answer, with its log-probabilities."""
    listed = _listed_logprobs(item)
    ids = item.get("token_ids")
    if not _are_ids(ids):
        ids = [_id_in(one.get("token")) for one in listed]
    if not ids or not _are_ids(ids):
        return None
    logprobs = [_number(one.get("logprob")) for one in listed]
    if len(logprobs) != len(ids):
        logprobs = [math.nan] * len(ids)
    prompt = item.get("prompt_token_ids")
    return (prompt if _are_ids(prompt) else None), ids, logprobs


def _extend(sequences: list[Sequence], prompt: list[int], ids: list[int], logprobs: list[float]) -> None:
    """A prompt that continues the sequence so far is appended to it; any other begins a new one."""
    last = sequences[-1] if sequences else None
    if last is None or prompt[: len(last.ids)] != last.ids:
        last = Sequence([], [], [])
        sequences.append(last)
    more = prompt[len(last.ids) :]
    last.ids += [*more, *ids]
    last.mask += [False] * len(more) + [True] * len(ids)
    last.logprobs += [math.nan] * len(more) + logprobs


def _rendered(items: list[Json], at: list[int], tools: list[Json] | None, template: Template) -> list[Sequence]:
    if not at:
        return []
    messages = _messages(items)
    sequences = [Sequence(ids, mask, [math.nan] * len(ids)) for ids, mask in template.turns(messages, at, tools)]
    if len(at) == 1:
        _use_logprobs(sequences[0], items[at[0]])
    return sequences


def _use_logprobs(sequence: Sequence, item: Json) -> None:
    """Recorded log-probabilities are used if there is one for each token; the sampler may not list the stop token."""
    logprobs = [_number(one.get("logprob")) for one in _listed_logprobs(item)]
    places = [at for at, is_trained in enumerate(sequence.mask) if is_trained]
    if logprobs and len(places) - len(logprobs) in (0, 1):
        for place, logprob in zip(places, logprobs):
            sequence.logprobs[place] = logprob


def _messages(items: list[Json]) -> list[Json]:
    return [plain_message(item["message"] if isinstance(item.get("message"), dict) else item) for item in items]


def _listed_logprobs(item: Json) -> list[Json]:
    logprobs = item.get("logprobs")
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _id_in(token: Any) -> int | None:
    """vLLM's `return_tokens_as_token_ids` writes `token_id:123` for a token."""
    text = token.removeprefix("token_id:") if isinstance(token, str) else ""
    return int(text) if text != token and text.isdigit() and len(text) < 10 else None


def _are_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in value)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else math.nan
