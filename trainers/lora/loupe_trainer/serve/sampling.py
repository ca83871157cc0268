"""Draws the next token of each row of a batch."""

import math
from dataclasses import dataclass, field

import torch
from torch import Tensor


@dataclass(frozen=True)
class Sampling:
    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = 0
    max_tokens: int = 256
    stop: tuple[str, ...] = ()
    seed: int | None = None
    top_logprobs: int = 0


@dataclass
class Drawn:
    token: int
    # Of the distribution that was drawn from, before top_p and top_k.
    logprob: float
    top: list[tuple[int, float]] = field(default_factory=list)


def draw(logits: Tensor, rows: list[Sampling], generators: list[torch.Generator | None]) -> list[Drawn]:
    """`logits`: one row each."""
    temperatures = torch.tensor([max(one.temperature, 1e-4) for one in rows], device=logits.device)
    logs = torch.log_softmax(logits.float() / temperatures[:, None], -1)
    return [_draw_one(logs[at], sampling, generators[at]) for at, sampling in enumerate(rows)]


def _draw_one(logs: Tensor, sampling: Sampling, generator: torch.Generator | None) -> Drawn:
    if sampling.temperature == 0:
        token = int(logs.argmax())
    else:
        token = int(torch.multinomial(_kept(logs, sampling).exp().cpu(), 1, generator=generator))
    top: list[tuple[int, float]] = []
    if sampling.top_logprobs:
        values, ids = logs.topk(min(sampling.top_logprobs, len(logs)))
        top = list(zip(ids.tolist(), values.tolist()))
    return Drawn(token, max(float(logs[token]), -1e4), top)


def _kept(logs: Tensor, sampling: Sampling) -> Tensor:
    """The distribution without the tokens that top_k and top_p exclude."""
    if 0 < sampling.top_k < len(logs):
        logs = logs.masked_fill(logs < logs.topk(sampling.top_k).values[-1], -math.inf)
    if sampling.top_p < 1:
        values, ids = logs.sort(descending=True)
        before = values.exp().cumsum(0) - values.exp()
        # The likeliest token always stays.
        values = values.masked_fill((before >= sampling.top_p) & (torch.arange(len(values), device=values.device) > 0), -math.inf)
        logs = torch.full_like(logs, -math.inf).scatter(0, ids, values)
    return logs
