"""Log-probabilities of tokens by one packed forward pass."""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.utils.checkpoint import checkpoint

from .sequences import Sequence


@dataclass(frozen=True)
class Row:
    """Sequences in one row: attention is separated by positions that start again at 0."""

    ids: Tensor
    positions: Tensor
    # Where a trained token is predicted, and the token; the sequence that it is of.
    predicting: Tensor
    targets: Tensor
    sequence: Tensor
    recorded: Tensor


def row_of(sequences: list[Sequence], device: Any) -> Row:
    ids = [token for one in sequences for token in one.ids]
    positions = [at for one in sequences for at in range(len(one.ids))]
    predicting, owner, recorded, start = [], [], [], 0
    for index, one in enumerate(sequences):
        # The first token of a sequence is not predicted by anything.
        places = [at for at in range(1, len(one.ids)) if one.mask[at]]
        predicting += [start + at - 1 for at in places]
        owner += [index] * len(places)
        recorded += [one.logprobs[at] for at in places]
        start += len(one.ids)
    where = torch.tensor(predicting, device=device)
    flat = torch.tensor(ids, device=device)
    return Row(
        ids=flat[None],
        positions=torch.tensor([positions], device=device),
        predicting=where,
        targets=flat[where + 1],
        sequence=torch.tensor(owner, device=device),
        recorded=torch.tensor(recorded, dtype=torch.float32, device=device),
    )


def row_logprobs(model: Any, row: Row, chunk: int) -> tuple[Tensor, Tensor]:
    """
    Log-probability of each trained token, and the mean entropy of the distributions. Logits exist only for those tokens,
    and 32-bit ones only for a chunk of them at a time.
    """
    logits = model(
        input_ids=row.ids, position_ids=row.positions, use_cache=False, logits_to_keep=row.predicting
    ).logits[0]
    parts = []
    entropy = torch.zeros((), device=logits.device)
    for at in range(0, len(row.targets), chunk):
        part = logits[at : at + chunk], row.targets[at : at + chunk]
        parts.append(checkpoint(_chosen, *part, use_reentrant=False) if torch.is_grad_enabled() else _chosen(*part))
        entropy = entropy + _entropy(part[0])
    return torch.cat(parts), entropy / max(1, len(row.targets))


def _chosen(logits: Tensor, targets: Tensor) -> Tensor:
    return torch.log_softmax(logits.float(), -1).gather(1, targets[:, None])[:, 0]


@torch.no_grad()
def _entropy(logits: Tensor) -> Tensor:
    logs = torch.log_softmax(logits.float(), -1)
    return -(logs.exp() * logs).sum(-1).sum()


@torch.no_grad()
def is_packing_exact(model: Any, vocabulary: int, device: Any) -> bool:
    """Some architectures ignore positions that start again; their sequences are computed one by one."""
    generator = torch.Generator().manual_seed(0)
    one, two = (
        Sequence(torch.randint(vocabulary, (12,), generator=generator).tolist(), [True] * 12, [0.0] * 12) for _ in range(2)
    )
    packed, _ = row_logprobs(model, row_of([one, two], device), 64)
    alone, _ = row_logprobs(model, row_of([two], device), 64)
    return bool((packed[-len(alone) :] - alone).abs().max() < 0.05)
