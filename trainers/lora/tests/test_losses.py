"""Packed losses and gradients equal those of plain tensors."""

import pytest
import torch
from loupe_trainer import plan as plans
from loupe_trainer.adapters import trainable, with_adapter
from loupe_trainer.config import read_config
from loupe_trainer.learner import Learner
from loupe_trainer.sequences import Sample, Sequence
from loupe_trainer.tiny_model import tiny_tokenizer, untrained_model

import plain

REWARDS = [[1.0, 0.0, 0.0, 0.5], [0.0, 1.0, 2.0]]


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    model = with_adapter(untrained_model(tiny_tokenizer()), read_config({}))
    with torch.no_grad():
        for parameter in trainable(model).values():
            parameter.normal_(std=0.05)
    return model


def samples_of(model, method):
    """Trajectories of different lengths whose log-probabilities are off by up to a half, so that ratios are clipped."""
    generator = torch.Generator().manual_seed(3)
    samples = []
    for group, rewards in enumerate(REWARDS):
        for reward, advantage in zip(rewards, plain.advantages(rewards, method != "dr_grpo")):
            length, start = 8 + len(samples), 3 + group
            ids = torch.randint(3, 300, (length,), generator=generator).tolist()
            with torch.no_grad():
                old = [float(one) + float(torch.rand(1, generator=generator)) - 0.5 for one in plain.token_logprobs(model, ids, start)]
            mask = [False] * start + [True] * (length - start)
            samples.append(Sample(str(len(samples)), [Sequence(ids, mask, [0.0] * start + old)], reward, advantage, group))
    return samples


@pytest.mark.parametrize("packed", [10**6, 30])
@pytest.mark.parametrize("method", ["grpo", "dr_grpo", "dapo", "gspo", "cispo", "ppo"])
def test_policy_loss_and_gradient(model, method, packed):
    config = read_config({"method": method, "epsilon": 0.2, "epsilon_high": 0.3})
    samples = samples_of(model, method)
    [units] = plans._updates([[one] for one in samples], config)
    learner = Learner(model, config, pack_tokens=packed, packs=True)
    learner.optimizer.zero_grad()
    found = learner.forward_backward(units)["loss"]
    mine = [one.grad.clone() for one in trainable(model).values()]
    learner.optimizer.zero_grad()
    given = [(s.sequences[0].ids, s.sequences[0].mask.index(True), s.advantage, _old(s)) for s in samples]
    expected = plain.loss(model, given, method, low=0.2, high=0.3)
    expected.backward()
    assert abs(found - float(expected)) < 1e-5
    for one, parameter in zip(mine, trainable(model).values()):
        assert (one - parameter.grad).abs().max() < 1e-5
    assert max(float(one.abs().max()) for one in mine) > 1e-3


def test_dpo_loss_and_gradient(model):
    config = read_config({"method": "dpo", "beta": 0.5, "pairs_per_group": 2})
    samples = samples_of(model, "dpo")
    [units] = plans._updates(plans._pairs(samples, config), read_config({"method": "dpo", "epochs": 1, "beta": 0.5}))
    learner = Learner(model, config, pack_tokens=40, packs=True)
    with model.disable_adapter():
        learner.reference = learner.logprobs(units)
    learner.optimizer.zero_grad()
    found = learner.forward_backward(units)["loss"]
    mine = [one.grad.clone() for one in trainable(model).values()]
    learner.optimizer.zero_grad()
    pairs = [[(one.sequences[0].ids, one.sequences[0].mask.index(True)) for one in unit.samples] for unit in units]
    with torch.no_grad(), model.disable_adapter():
        references = [[float(sum(plain.token_logprobs(model, *one))) for one in pair] for pair in pairs]
    expected = plain.dpo(model, pairs, references, 0.5)
    expected.backward()
    assert abs(found - float(expected)) < 1e-5
    for one, parameter in zip(mine, trainable(model).values()):
        assert (one - parameter.grad).abs().max() < 1e-5


def test_sft_is_the_mean_of_negative_logprobs(model):
    config = read_config({"method": "sft", "epochs": 1})
    samples = samples_of(model, "sft")
    [units] = plans._updates([[one] for one in samples], config)
    found = Learner(model, config, pack_tokens=25, packs=True).forward_backward(units)["loss"]
    with torch.no_grad():
        every = [float(one) for s in samples for one in plain.token_logprobs(model, s.sequences[0].ids, s.sequences[0].mask.index(True))]
    assert abs(found + sum(every) / len(every)) < 1e-5


def test_kl_to_the_base(model):
    """k3 = exp(d) - d - 1 with d = log base - log new, weighted as the tokens of the loss are."""
    samples = samples_of(model, "dapo")
    plainly = read_config({"method": "dapo", "epochs": 1})
    with_kl = read_config({"method": "dapo", "epochs": 1, "kl_coef": 0.5})
    [units] = plans._updates([[one] for one in samples], plainly)
    losses = []
    for config in (plainly, with_kl):
        learner = Learner(model, config, pack_tokens=10**6, packs=True)
        learner.reference = learner.logprobs(units, of_base=True)
        losses.append(learner.forward_backward(units))
    with torch.no_grad():
        new = [plain.token_logprobs(model, s.sequences[0].ids, s.sequences[0].mask.index(True)) for s in samples]
        with model.disable_adapter():
            base = [plain.token_logprobs(model, s.sequences[0].ids, s.sequences[0].mask.index(True)) for s in samples]
    d = torch.stack([b - n for one, other in zip(base, new) for b, n in zip(one, other)])
    k3 = float((d.exp() - d - 1).mean())
    assert abs(losses[1]["loss"] - losses[0]["loss"] - 0.5 * k3) < 1e-5
    assert abs(losses[0]["kl"] - k3) < 1e-5


def _old(sample):
    sequence = sample.sequences[0]
    return [value for value, trained in zip(sequence.logprobs, sequence.mask) if trained]
