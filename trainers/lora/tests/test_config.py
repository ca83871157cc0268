"""Every key that clients send is honoured, or refused by its name."""

import pytest
from loupe_trainer.config import read_config
from loupe_trainer.learner import rule_of
from loupe_trainer.problem import Problem

# As ART 0.5.23 sends them; 0.5.18 sends a part of these.
OF_ART = {
    "advantage_balance": 0.0,
    "allow_training_without_logprobs": False,
    "epsilon": None,
    "epsilon_high": None,
    "importance_sampling_level": "token",
    "kimi_k2_tau": None,
    "kl_penalty_coef": 0.0,
    "kl_penalty_reference_step": None,
    "kl_penalty_source": "current_learner",
    "kl_penalty_step_lag": None,
    "kl_ref_adapter_path": None,
    "learning_rate": 5e-6,
    "logprob_calculation_chunk_size": 1024,
    "loss_fn": "cispo",
    "mask_prob_ratio": False,
    "max_negative_advantage_importance_sampling_weight": None,
    "normalize_advantages": True,
    "num_trajectories_learning_rate_multiplier_power": 0.0,
    "packed_sequence_length": None,
    "plot_tensors": False,
    "ppo": False,
    "precalculate_logprobs": False,
    "scale_learning_rate_by_reward_std_dev": False,
    "scale_rewards": True,
    "truncated_importance_sampling": None,
}


def test_what_art_sends_by_default():
    config = read_config(OF_ART)
    assert (config.method, config.has_method, config.learning_rate, config.is_scaled) == ("cispo", False, 5e-6, True)
    assert rule_of(config).clipping.high == 4.0


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"kl_ref_adapter_path": "/etc"}, "kl_ref_adapter_path"),
        ({"moe_routing_replay_path": "/etc"}, "moe_routing_replay_path"),
        ({"trust_remote_code": True}, "trust_remote_code"),
        ({"plot_tensors": True}, "plot_tensors"),
        ({"learning_rat": 1e-5}, "learning_rate"),
        ({"learning_rate": 0}, "learning_rate"),
        ({"learning_rate": float("nan")}, "learning_rate"),
        ({"lora_rank": 2.5}, "lora_rank"),
        ({"precalculate_logprobs": "yes"}, "precalculate_logprobs"),
        ({"importance_sampling_level": "word"}, "importance_sampling_level"),
        ({"ppo": True, "loss_fn": "cispo"}, "loss_fn"),
        ({"scale_rewards": True, "normalize_advantages": False}, "normalize_advantages"),
        ({"truncated_importance_sampling": 2.0}, "precalculate_logprobs"),
        ({"method": "magic"}, "method"),
        ({"sample_prompts": [1]}, "sample_prompts"),
    ],
)
def test_refused_by_name(given, names):
    with pytest.raises(Problem, match=names):
        read_config(given)


@pytest.mark.parametrize(
    ("given", "method"),
    [({}, "cispo"), ({"ppo": True}, "ppo"), ({"loss_fn": "ppo"}, "ppo"), ({"method": "gspo", "loss_fn": "cispo"}, "gspo")],
)
def test_method(given, method):
    assert read_config(given).method == method


def test_clipping():
    assert rule_of(read_config({"method": "grpo"})).clipping.high == 0.28
    assert rule_of(read_config({"method": "grpo", "epsilon": 0.1})).clipping.high == 0.1
    assert rule_of(read_config({"method": "gspo"})).level == "sequence"
    assert rule_of(read_config({"method": "gspo", "importance_sampling_level": "token"})).level == "token"


def test_dr_grpo_is_not_scaled():
    assert not read_config({"method": "dr_grpo"}).is_scaled
    assert read_config({"method": "dr_grpo", "scale_rewards": True}).is_scaled
