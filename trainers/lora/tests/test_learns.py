"""
Each method makes the rewarded answer likely: its probability rises from below 10 % to above 90 %. With the same rewards in
another order, it does not.
"""

import os
import random
import uuid

import pytest
import torch
from loupe_trainer.adapters import with_stored_adapter
from loupe_trainer.base import load_model, load_tokenizer
from loupe_trainer.places import BaseModel
from loupe_trainer.train import train

from jobs import WORD, environment, probability, sampled

JOBS = 14
METHODS = {
    "grpo": {},
    "dr_grpo": {},
    "dapo": {},
    "gspo": {},
    "cispo": {},
    "ppo": {},
    "sft": {"epochs": 2},
    # Many small updates at this rate make both answers of a pair less likely, and others more likely.
    "dpo": {"epochs": 2, "batch_size": 64, "beta": 0.5, "learning_rate": 2e-3},
}


def learn(trainer, method, *, shuffles=False, jobs=JOBS, seed=0):
    """Jobs one after the other, each on answers of the newest checkpoint; returns the probability before and after."""
    base = BaseModel("tiny", os.environ["LOUPE_TRAINER_BASE_MODELS"].partition("=")[2])
    tokenizer, model_id = load_tokenizer(base), str(uuid.uuid4())
    generator, order = torch.Generator().manual_seed(seed), random.Random(seed)
    curve = []
    for step in range(jobs + 1):
        model = load_model(base, dtype=torch.float32, quantization="none", device=torch.device("cpu"))
        if step:
            model = with_stored_adapter(model, trainer / "models" / model_id / f"step-{step}")
        model.eval()
        curve.append(probability(model, tokenizer))
        if step == jobs or curve[-1] > 0.95:
            return curve
        groups = sampled(model, tokenizer, 8, generator, lambda text: 1.0 if text == WORD else 0.0)
        if shuffles:
            every = [one for group in groups for one in group["trajectories"]]
            rewards = [one["reward"] for one in every]
            order.shuffle(rewards)
            for one, reward in zip(every, rewards):
                one["reward"] = reward
        config = {"method": method, "learning_rate": 3e-3, "seed": seed, **METHODS[method]}
        _run_here(trainer, {"trajectory_groups": groups, "experimental_config": config}, model_id)
    return curve


def _run_here(trainer, body, model_id):
    """In this process, since starting one takes longer than the job itself."""
    from loupe_trainer.job import read_job

    train(read_job(environment(trainer, body, model_id=model_id)), [])


@pytest.mark.parametrize("method", METHODS)
def test_the_rewarded_answer_becomes_likely(trainer, method):
    curve = learn(trainer, method)
    assert curve[0] < 0.1
    assert curve[-1] > 0.9


def test_shuffled_rewards_teach_nothing(trainer):
    curve = learn(trainer, "grpo", shuffles=True, jobs=8)
    assert curve[0] < 0.1
    assert curve[-1] < 0.3


def test_the_same_seed_gives_the_same_weights(trainer):
    curves = [learn(trainer, "cispo", jobs=2, seed=5) for _ in range(2)]
    assert curves[0] == curves[1]
