"""Answers of several requests for the same weights, computed together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from .loaded import Loaded
from .sampling import Drawn, Sampling, draw


@dataclass
class Row:
    prompt: list[int]
    sampling: Sampling
    # Is told of each token; returns False if nobody waits for more.
    on_token: Callable[[Drawn, str | None], bool]
    generator: torch.Generator | None = None
    ids: list[int] = field(default_factory=list)
    finish: str | None = None


@torch.inference_mode()
def generate(model: Any, loaded: Loaded, rows: list[Row]) -> None:
    """Prompts are aligned at their ends, so that all rows continue at the same place."""
    longest = max(len(row.prompt) for row in rows)
    device = loaded.device
    pad = next(iter(loaded.stop_ids), 0)
    ids = torch.tensor([[pad] * (longest - len(row.prompt)) + row.prompt for row in rows], device=device)
    mask = torch.tensor([[0] * (longest - len(row.prompt)) + [1] * len(row.prompt) for row in rows], device=device)
    positions = (mask.cumsum(1) - 1).clamp(min=0)
    cache = None
    while any(row.finish is None for row in rows):
        made = model(
            input_ids=ids, attention_mask=mask, position_ids=positions, past_key_values=cache, use_cache=True, logits_to_keep=1
        )
        cache = made.past_key_values
        drawn = draw(made.logits[:, -1], [row.sampling for row in rows], [row.generator for row in rows])
        for row, one in zip(rows, drawn):
            if row.finish is None:
                _take(row, one, loaded)
        ids = torch.tensor([[one.token] for one in drawn], device=device)
        mask = torch.cat([mask, torch.ones_like(ids)], 1)
        positions = positions[:, -1:] + 1


def _take(row: Row, drawn: Drawn, loaded: Loaded) -> None:
    row.ids.append(drawn.token)
    if drawn.token in loaded.stop_ids:
        row.finish = "stop"
    elif len(row.ids) >= row.sampling.max_tokens or len(row.prompt) + len(row.ids) >= loaded.context:
        row.finish = "length"
    if row.finish is None and row.sampling.stop:
        # A stop text is at most some tokens long, whatever was written before.
        tail = loaded.tokenizer.decode(row.ids[-64:])
        if any(stop in tail for stop in row.sampling.stop):
            row.finish = "stop"
    if not row.on_token(drawn, row.finish):
        row.finish = "stop"
