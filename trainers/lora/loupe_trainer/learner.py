"""The core of the trainer: `forward_backward`, `optim_step`, and log-probabilities of the model and of its base."""

from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor

from .adapters import trainable
from .config import Config
from .logprobs import row_logprobs, row_of
from .losses import CLIPPING, DEFAULT_LEVEL, Clipping, PolicyRule, Tokens, k3, penalized, policy_loss, preference_loss, supervised_loss
from .packing import pack
from .plan import Unit
from .problem import Problem
from .sequences import Sequence

BETAS = (0.9, 0.95)
# Values of the trained tokens of each sequence, by its id().
Known = dict[int, Tensor]


class Learner:
    def __init__(self, model: Any, config: Config, *, pack_tokens: int, packs: bool):
        self.model = model
        self.config = config
        self.pack_tokens = pack_tokens if packs else 1
        self.device = model.device
        self.optimizer = torch.optim.AdamW(
            list(trainable(model).values()), lr=config.learning_rate, betas=BETAS, weight_decay=config.weight_decay
        )
        self.old: Known = {}
        self.reference: Known = {}
        self._rule = rule_of(config)

    @torch.no_grad()
    def logprobs(self, units: list[Unit], *, of_base: bool = False) -> Known:
        """Of the model as it is now, or of its base."""
        found: Known = {}
        for one in pack(units, self.pack_tokens):
            sequences = [sequence for unit in one for sequence in unit.sequences]
            row = row_of(sequences, self.device)
            with self.model.disable_adapter() if of_base else nullcontext():
                values, _ = row_logprobs(self.model, row, self.config.logprob_calculation_chunk_size)
            for index, sequence in enumerate(sequences):
                found[id(sequence)] = values[row.sequence == index].cpu()
        return found

    def forward_backward(self, units: list[Unit]) -> dict[str, float]:
        """Adds the gradient of one update, pack by pack; returns its metrics."""
        mean_kl, kl = self._penalty(units)
        total: dict[str, float] = {}
        trained = sum(sample.trained for unit in units for sample in unit.samples)
        for one in pack(units, self.pack_tokens):
            loss, metrics, share = self._loss(one, len(units), mean_kl, kl)
            if not bool(torch.isfinite(loss)):
                raise Problem(NOT_A_NUMBER)
            loss.backward()
            total["loss"] = total.get("loss", 0.0) + float(loss.detach())
            for name, value in metrics.items():
                total[name] = total.get(name, 0.0) + value * share / max(1, trained)
        if mean_kl is not None:
            total["kl_penalty"] = mean_kl
        return total

    def optim_step(self, rate: float) -> float:
        """Returns the norm of the gradient before it was clipped."""
        parameters = list(trainable(self.model).values())
        norm = torch.nn.utils.clip_grad_norm_(parameters, self.config.max_grad_norm)
        if not bool(torch.isfinite(norm)):
            raise Problem(NOT_A_NUMBER)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return float(norm)

    def _penalty(self, units: list[Unit]) -> tuple[float | None, Known]:
        """ART's penalty compares each token with the mean of the whole update, so that is computed first."""
        if not self.config.is_rl or self.config.kl_penalty_coef == 0:
            return None, {}
        now = self.logprobs(units) if self.config.kl_penalty_source == "current_learner" else {}
        kl: Known = {}
        for sequence in [one for unit in units for one in unit.sequences]:
            source = now.get(id(sequence), self._known_old(sequence))
            difference = source - self.reference[id(sequence)]
            kl[id(sequence)] = torch.where(torch.isfinite(difference), difference, torch.zeros_like(difference))
        return float(torch.cat(list(kl.values())).mean()), kl

    def _known_old(self, sequence: Sequence) -> Tensor:
        if id(sequence) in self.old:
            return self.old[id(sequence)]
        return torch.tensor([value for value, trained in zip(sequence.logprobs[1:], sequence.mask[1:]) if trained])

    def _loss(self, units: list[Unit], pairs: int, mean_kl: float | None, kl: Known) -> tuple[Tensor, dict[str, float], int]:
        sequences = [sequence for unit in units for sequence in unit.sequences]
        row = row_of(sequences, self.device)
        new, entropy = row_logprobs(self.model, row, self.config.logprob_calculation_chunk_size)
        metrics = {"entropy": float(entropy)}
        if self.config.method == "dpo":
            loss, ordered = self._preference(units, sequences, new, row.sequence, pairs)
            return loss, {**metrics, "pairs_in_order": ordered}, len(new)
        per_sequence = [(sample, weight) for unit in units for sample, weight in zip(unit.samples, unit.weights) for _ in sample.sequences]
        weights = torch.tensor([weight for _, weight in per_sequence], device=self.device)[row.sequence]
        if self.config.method == "sft":
            return supervised_loss(new, weights), metrics, len(new)
        old = self._joined(self.old, sequences, row.recorded)
        advantages = torch.tensor([sample.advantage for sample, _ in per_sequence], device=self.device)[row.sequence]
        if mean_kl is not None:
            advantages = penalized(advantages, self._joined(kl, sequences, None), mean_kl, self.config.kl_penalty_coef)
        sampled = row.recorded if self.config.precalculate_logprobs else None
        loss, clipped = policy_loss(new, Tokens(old, advantages, weights, row.sequence, sampled), self._rule)
        known = torch.isfinite(old)
        metrics |= {"clipped_share": float(clipped), "ratio_kl": float(k3(old[known], new[known].detach()).mean()) if known.any() else 0.0}
        if self.reference:
            divergence = k3(new, self._joined(self.reference, sequences, None))
            metrics["kl"] = float(divergence.detach().mean())
            if self.config.kl_coef:
                loss = loss + self.config.kl_coef * (divergence * weights).sum()
        return loss, metrics, len(new)

    def _preference(self, units: list[Unit], sequences: list[Sequence], new: Tensor, owner: Tensor, pairs: int) -> tuple[Tensor, float]:
        gained = new - self._joined(self.reference, sequences, None)
        sums = torch.zeros(len(sequences), device=self.device).index_add(0, owner, gained)
        chosen, rejected, at = [], [], 0
        for unit in units:
            for sample, into in zip(unit.samples, (chosen, rejected)):
                into.append(sums[at : at + len(sample.sequences)].sum())
                at += len(sample.sequences)
        loss, ordered = preference_loss(torch.stack(chosen), torch.stack(rejected), self.config.beta, pairs)
        return loss, float(ordered)

    def _joined(self, known: Known, sequences: list[Sequence], otherwise: Tensor | None) -> Tensor:
        if otherwise is not None and not known:
            return otherwise
        return torch.cat([known[id(one)] for one in sequences]).to(self.device)


def rule_of(config: Config) -> PolicyRule:
    usual = CLIPPING.get(config.method, Clipping(0.2, 0.2))
    low = usual.low if config.epsilon is None else config.epsilon
    high = config.epsilon_high
    if high is None:
        high = usual.high if config.epsilon is None else low
    return PolicyRule(
        method=config.method,
        clipping=Clipping(low, high),
        level=config.importance_sampling_level or DEFAULT_LEVEL.get(config.method, "token"),
        masks_ratio=config.mask_prob_ratio,
        max_ratio=config.max_negative_advantage_importance_sampling_weight,
        truncation=config.truncated_importance_sampling,
        tau=config.kimi_k2_tau,
    )


NOT_A_NUMBER = (
    "The loss is not a number: the learning rate is probably too high. Lower it and submit the job again; the model's "
    "last checkpoint is unchanged."
)
