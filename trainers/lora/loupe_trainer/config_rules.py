"""Which values each key of `experimental_config` may have."""

import math
from collections.abc import Callable
from typing import Any

from .problem import Problem

RL_METHODS = ("grpo", "dr_grpo", "dapo", "gspo", "cispo", "ppo")
METHODS = (*RL_METHODS, "sft", "dpo")

# Returns the value, or raises ValueError with what it must be.
Rule = Callable[[Any], Any]


def boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def number(least: float, most: float, *, above: bool = False) -> Rule:
    def rule(value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if not is_number or not least <= value <= most or (above and value == least):
            raise ValueError(f"a number {'above' if above else 'from'} {least:g} {'up ' if above else ''}to {most:g}")
        return float(value)

    return rule


def whole(least: int, most: int) -> Rule:
    def rule(value: Any) -> int:
        # Python clients send 16.0 where a number is typed as float.
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value // 1 or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(value)

    return rule


def one_of(*choices: str) -> Rule:
    def rule(value: Any) -> str:
        if value not in choices:
            raise ValueError("one of " + ", ".join(choices))
        return value

    return rule


def prompts(value: Any) -> list[str]:
    is_list = isinstance(value, list) and all(isinstance(one, str) and 0 < len(one) <= 2000 for one in value)
    if not is_list or len(value) > 8:
        raise ValueError("a list of at most 8 texts of at most 2000 characters")
    return value


RULES: dict[str, Rule] = {
    "method": one_of(*METHODS),
    "loss_fn": one_of("cispo", "ppo"),
    "ppo": boolean,
    "learning_rate": number(0, 1, above=True),
    "epsilon": number(0, 1),
    "epsilon_high": number(0, 100),
    "importance_sampling_level": one_of("token", "sequence", "average", "geometric_average"),
    "mask_prob_ratio": boolean,
    "max_negative_advantage_importance_sampling_weight": number(0, 1e6, above=True),
    "truncated_importance_sampling": number(0, 1e6, above=True),
    "kimi_k2_tau": number(0, 1e6),
    "kl_penalty_coef": number(0, 1e3),
    "kl_penalty_source": one_of("current_learner", "sample"),
    "kl_penalty_reference_step": whole(0, 10**9),
    "kl_penalty_step_lag": whole(1, 10**9),
    "kl_coef": number(0, 1e3),
    "scale_rewards": boolean,
    "normalize_advantages": boolean,
    "advantage_balance": number(-1, 1),
    "precalculate_logprobs": boolean,
    "allow_training_without_logprobs": boolean,
    "scale_learning_rate_by_reward_std_dev": boolean,
    "num_trajectories_learning_rate_multiplier_power": number(-2, 2),
    "logprob_calculation_chunk_size": whole(1, 10**6),
    "packed_sequence_length": whole(16, 10**6),
    "plot_tensors": boolean,
    "assistant_turns": one_of("last", "all"),
    "batch_size": whole(1, 10**6),
    "epochs": whole(1, 1000),
    "checkpoint_every": whole(1, 10**6),
    "seed": whole(0, 2**31 - 1),
    "lora_rank": whole(1, 512),
    "lora_alpha": whole(1, 1024),
    "weight_decay": number(0, 1),
    "max_grad_norm": number(0, 1e6, above=True),
    "warmup_steps": whole(0, 10**6),
    "max_sequence_length": whole(16, 10**6),
    "beta": number(0, 100, above=True),
    "pairs_per_group": whole(1, 1000),
    "quantization": one_of("none", "4bit"),
    "dtype": one_of("auto", "bf16", "fp32"),
    "activation_checkpointing": boolean,
    "export": one_of("none", "merged"),
    "sample_prompts": prompts,
}


def check_value(key: str, value: Any) -> Any:
    try:
        return RULES[key](value)
    except ValueError as error:
        raise Problem(f"experimental_config.{key} must be {error}.") from None
