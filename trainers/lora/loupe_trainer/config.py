"""The parameters of a job, from `experimental_config`: each key is honoured, or the job is refused by its name."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from .config_rules import RL_METHODS, RULES, check_value
from .problem import Problem

# Keys of ART that this trainer cannot carry out, each with its reason.
REFUSED = {
    "kl_ref_adapter_path": "a job may not name a path on the trainer's disk; use kl_penalty_reference_step",
    "trust_remote_code": "this trainer never runs code that comes with a model",
    "moe_routing_replay_path": "a job may not name a path on the trainer's disk",
}


@dataclass(frozen=True)
class Config:
    method: str = "cispo"
    has_method: bool = False
    learning_rate: float = 1e-5
    # Clipping: 1 - epsilon and 1 + epsilon_high; None is the method's own.
    epsilon: float | None = None
    epsilon_high: float | None = None
    importance_sampling_level: str | None = None
    mask_prob_ratio: bool = False
    max_negative_advantage_importance_sampling_weight: float | None = None
    truncated_importance_sampling: float | None = None
    kimi_k2_tau: float | None = None
    # ART's penalty, which changes advantages, and the k3 estimate, which is added to the loss.
    kl_penalty_coef: float = 0.0
    kl_penalty_source: str = "current_learner"
    kl_penalty_reference_step: int | None = None
    kl_penalty_step_lag: int | None = None
    kl_coef: float = 0.0
    scale_rewards: bool | None = None
    advantage_balance: float = 0.0
    precalculate_logprobs: bool = False
    allow_training_without_logprobs: bool = True
    scale_learning_rate_by_reward_std_dev: bool = False
    num_trajectories_learning_rate_multiplier_power: float = 0.0
    logprob_calculation_chunk_size: int = 1024
    packed_sequence_length: int | None = None
    # Not of ART.
    assistant_turns: str = "last"
    batch_size: int | None = None
    epochs: int | None = None
    checkpoint_every: int | None = None
    seed: int = 0
    lora_rank: int = 16
    lora_alpha: int = 32
    weight_decay: float = 0.0
    max_grad_norm: float = 1.0
    warmup_steps: int = 0
    max_sequence_length: int | None = None
    beta: float = 0.1
    pairs_per_group: int = 4
    quantization: str = "none"
    dtype: str = "auto"
    activation_checkpointing: bool | None = None
    export: str = "none"
    sample_prompts: list[str] = field(default_factory=list)

    @property
    def is_rl(self) -> bool:
        return self.method in RL_METHODS

    @property
    def is_scaled(self) -> bool:
        """Whether advantages are divided by the deviation of their group."""
        return self.scale_rewards if self.scale_rewards is not None else self.method != "dr_grpo"




def read_config(given: dict[str, Any] | None) -> Config:
    """Raises Problem with the name of the first key that cannot be honoured. Null is the same as absent."""
    values = {key: value for key, value in (given or {}).items() if value is not None}
    for key, reason in REFUSED.items():
        if key in values:
            raise Problem(f"experimental_config.{key} is not supported: {reason}.")
    for key, value in values.items():
        if key not in RULES:
            raise Problem(f"experimental_config.{key} is not a parameter of this trainer; remove it.{_closest(key)}")
        values[key] = check_value(key, value)
    if values.pop("plot_tensors", False):
        raise Problem("experimental_config.plot_tensors is not supported: this trainer draws no files. Set it to false.")
    _use_synonym(values, "normalize_advantages", "scale_rewards")
    loss = _loss_of_art(values)
    has_method = "method" in values
    config = Config(**{"method": loss, **values}, has_method=has_method)
    if config.truncated_importance_sampling is not None and not config.precalculate_logprobs:
        raise Problem(
            "experimental_config.truncated_importance_sampling requires precalculate_logprobs: it corrects for the "
            "difference between the sampler and the trainer."
        )
    return config


def _use_synonym(values: dict[str, Any], synonym: str, key: str) -> None:
    if synonym not in values:
        return
    value = values.pop(synonym)
    if values.setdefault(key, value) != value:
        raise Problem(f"experimental_config.{synonym} and {key} disagree; send one of them.")


def _loss_of_art(values: dict[str, Any]) -> str:
    """ART names the loss by `loss_fn`, and older versions by `ppo`; each request has one of them."""
    loss, is_ppo = values.pop("loss_fn", None), values.pop("ppo", None)
    if loss is not None and is_ppo is not None and is_ppo != (loss == "ppo"):
        raise Problem("experimental_config.ppo and loss_fn disagree; send one of them.")
    return loss or ("ppo" if is_ppo else "cispo")


def _closest(key: str) -> str:
    near = get_close_matches(key, RULES, 1)
    return f" Did you mean {near[0]}?" if near else ""
