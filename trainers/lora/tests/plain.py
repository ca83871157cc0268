"""The losses again, one sequence and one token at a time in 64 bits, to compare with."""

import math

import torch


def token_logprobs(model, ids, start):
    logits = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0].double()
    found = []
    for at in range(start, len(ids)):
        row = logits[at - 1]
        found.append(row[ids[at]] - row.max() - (row - row.max()).exp().sum().log())
    return found


def loss(model, trajectories, method, *, low, high):
    """`trajectories`: (ids, start, advantage, old log-probabilities)."""
    lengths = [len(ids) - start for ids, start, _, _ in trajectories]
    total = torch.zeros((), dtype=torch.float64)
    for ids, start, advantage, old in trajectories:
        new = token_logprobs(model, ids, start)
        differences = [n - o for n, o in zip(new, old)]
        if method == "gspo":
            ratio = (sum(differences) / len(differences)).exp()
            total = total - torch.min(ratio * advantage, ratio.clamp(1 - low, 1 + high) * advantage) / len(trajectories)
            continue
        for n, difference in zip(new, differences):
            ratio = difference.exp()
            if method == "cispo":
                each = -ratio.detach().clamp(1 - low, 1 + high) * advantage * n
            else:
                each = -torch.min(ratio * advantage, ratio.clamp(1 - low, 1 + high) * advantage)
            total = total + each / _divisor(method, lengths, len(new))
    return total


def _divisor(method, lengths, length):
    if method == "grpo":
        return len(lengths) * length
    if method == "dr_grpo":
        return len(lengths) * max(lengths)
    return sum(lengths)


def dpo(model, pairs, references, beta):
    total = torch.zeros((), dtype=torch.float64)
    for pair, reference in zip(pairs, references):
        sums = [sum(token_logprobs(model, ids, start)) - known for (ids, start), known in zip(pair, reference)]
        margin = beta * (sums[0] - sums[1])
        total = total + torch.log1p((-margin).exp()) / len(pairs)
    return total


def advantages(rewards, is_scaled):
    mean = sum(rewards) / len(rewards)
    deviation = math.sqrt(sum((r - mean) ** 2 for r in rewards) / len(rewards))
    return [(r - mean) / deviation if is_scaled else r - mean for r in rewards]
