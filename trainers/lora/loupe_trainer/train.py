"""One job from its request to its checkpoint."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from . import adapters, base, memory
from .checkpoints import Checkpoint, Checkpoints
from .config import Config, read_config
from .events import flat_numbers, log, say
from .finish import finish
from .job import Job
from .learner import Learner
from .logprobs import is_packing_exact
from .places import BaseModel, base_model, model_folder
from .plan import Plan, Unit, no_signal, plan_of
from .problem import Problem
from .state import StateKeeper, read_state, restore, tensors_of
from .stop_signals import Stoppable
from .templates import Template

WAIT_S = 5
PACK_TOKENS = {"cuda": 8192, "cpu": 4096, "mps": 4096}


@dataclass
class Run:
    job: Job
    config: Config
    base: BaseModel
    checkpoints: Checkpoints
    plan: Plan
    tokenizer: Any
    device: torch.device
    dtype: torch.dtype
    pack_tokens: int


def prepare(job: Job) -> Run:
    """Everything that can be refused is refused here, before weights are loaded."""
    config = read_config(job.config)
    chosen = base_model(job.base_model)
    checkpoints = Checkpoints(model_folder(), job.model_id)
    torch.manual_seed(config.seed)
    tokenizer = base.load_tokenizer(chosen)
    model_config = base.load_config(chosen)
    limit = getattr(model_config.get_text_config(), "max_position_embeddings", None) or 10**6
    plan = plan_of(job.groups, config, Template(tokenizer), min(limit, config.max_sequence_length or limit))
    device = base.device_of()
    dtype = base.dtype_of(config.dtype, device)
    longest = max((len(one.ids) for sample in plan.samples for one in sample.sequences), default=1)
    pack_tokens = max(config.packed_sequence_length or PACK_TOKENS[device.type], longest)
    used = min(pack_tokens, sum(one.length for one in plan.samples)) or 1
    share = plan.notes["trained_tokens"] / max(1, sum(one.length for one in plan.samples))
    load = memory.Load(used, int(used * share) + 1, config.lora_rank, dtype, config.quantization, recomputes(config, device))
    memory.require(memory.estimate(model_config, load, on_gpu=device.type == "cuda"), memory.available(device), load)
    return Run(job, config, chosen, checkpoints, plan, tokenizer, device, dtype, pack_tokens)


def recomputes(config: Config, device: torch.device) -> bool:
    return device.type == "cuda" if config.activation_checkpointing is None else config.activation_checkpointing


def train(job: Job, keepers: list[Stoppable]) -> None:
    run = prepare(job)
    if not run.plan.updates:
        reason = no_signal(job.groups, run.config)
        # A client's loop expects each job to advance the step; a person who chose a method expects to hear why not.
        if run.config.has_method:
            raise Problem(reason)
        say("training_started", num_sequences=0, total_steps=0, **run.plan.notes)
        log(f"{reason} The weights are stored unchanged as the next step.")
    with device_to_itself(run.device):
        newest = run.checkpoints.newest()
        model, packs = _load(run, newest)
        if not run.plan.updates:
            return finish(run, model, None, {"reward": run.plan.reward_mean}, newest)
        learner = Learner(model, run.config, pack_tokens=run.pack_tokens, packs=packs)
        run.checkpoints.require_room(adapters.adapter_size(model) * 5 + 2**20)
        keeper = StateKeeper(run.checkpoints.folder / "state.safetensors")
        done = _continue(run, learner, newest, keeper.path)
        say("training_started", num_sequences=len(run.plan.updates), total_steps=len(run.plan.updates), **run.plan.notes)
        _precompute(run, learner, newest)
        keepers.append(keeper)
        metrics: dict[str, float] = {}
        for number, units in enumerate(run.plan.updates, 1):
            if number <= done:
                continue
            metrics = _update(run, learner, units, number)
            keeper.hold(tensors_of(model, learner.optimizer), {"update": number, **_identity(run, newest)})
            # A step that was reported is not computed again after a stop.
            say("gradient_step", step=number, **metrics)
            every = run.config.checkpoint_every
            if every and number % every == 0 and number < len(run.plan.updates):
                finish(run, model, None, metrics, newest, is_last=False)
        finish(run, model, learner, metrics or {"reward": run.plan.reward_mean}, newest)
        keepers.clear()
        keeper.drop()


def _load(run: Run, newest: Checkpoint | None) -> tuple[Any, bool]:
    model = base.load_model(run.base, dtype=run.dtype, quantization=run.config.quantization, device=run.device)
    if recomputes(run.config, run.device):
        model.gradient_checkpointing_enable({"use_reentrant": False})
        model.enable_input_require_grads()
    if newest is None:
        model = adapters.with_adapter(model, run.config)
    else:
        if newest.info.get("base_model") not in (None, run.job.base_model):
            raise Problem(f"The newest checkpoint is of {newest.info['base_model']}, not {run.job.base_model}; create another model.")
        model = adapters.with_stored_adapter(model, newest.folder)
        log(f"Continues from step {newest.step}")
    packs = is_packing_exact(model, model.config.get_text_config().vocab_size, run.device)
    if not packs:
        log("This architecture cannot be packed; sequences are computed one by one")
    model.train()
    return model, packs


def _identity(run: Run, newest: Checkpoint | None) -> dict[str, Any]:
    return {"digest": run.job.digest, "from_step": newest.step if newest else 0}


def _continue(run: Run, learner: Learner, newest: Checkpoint | None, path: Path) -> int:
    """The number of updates that a killed job with the same request completed; and Adam's moments of the last job."""
    stored = read_state(path)
    if stored and {key: stored[1].get(key) for key in ("digest", "from_step")} == _identity(run, newest):
        if restore(learner.model, learner.optimizer, stored[0], weights=True):
            log(f"Continues after update {stored[1]['update']} of a job with the same request that was stopped")
            return int(stored[1]["update"])
    moments = read_state(run.checkpoints.folder / "optimizer.safetensors")
    if moments and newest and moments[1].get("step") == newest.step:
        restore(learner.model, learner.optimizer, moments[0], weights=False)
    return 0


def _precompute(run: Run, learner: Learner, newest: Checkpoint | None) -> None:
    config = run.config
    units = [Unit([one], [0.0]) for one in run.plan.samples]
    if config.method == "dpo":
        # The reference is the model as the job found it.
        learner.reference = learner.logprobs(units)
    elif config.is_rl:
        is_unknown = any(value != value for one in run.plan.samples for s in one.sequences for value, m in zip(s.logprobs, s.mask) if m)
        if config.precalculate_logprobs or (is_unknown and len(run.plan.updates) > 1):
            learner.old = learner.logprobs(units)
        if config.kl_coef or config.kl_penalty_coef:
            learner.reference = _reference(run, learner, units, newest)


def _reference(run: Run, learner: Learner, units: list[Unit], newest: Checkpoint | None) -> dict[int, torch.Tensor]:
    step, lag = run.config.kl_penalty_reference_step, run.config.kl_penalty_step_lag
    if step is None and lag is not None:
        step = max(0, (newest.step if newest else 0) - lag)
    if not step:
        return learner.logprobs(units, of_base=True)
    checkpoint = run.checkpoints.at(step)
    if checkpoint is None:
        raise Problem(f"experimental_config.kl_penalty_reference_step: the model has no checkpoint {step}; it may have been deleted.")
    learner.model.load_adapter(str(checkpoint.folder), "reference", use_safetensors=True)
    learner.model.set_adapter("reference")
    try:
        return learner.logprobs(units)
    finally:
        learner.model.set_adapter("default")
        learner.model.delete_adapter("reference")


def _update(run: Run, learner: Learner, units: list[Unit], number: int) -> dict[str, float]:
    started = time.monotonic()
    rate = _rate(run, number)
    metrics = learner.forward_backward(units)
    norm = learner.optim_step(rate)
    tokens = sum(one.length for one in units)
    metrics |= {
        "reward": run.plan.reward_mean,
        "grad_norm": norm,
        "learning_rate": rate,
        "tokens_per_second": tokens / max(1e-6, time.monotonic() - started),
        "memory_gib": _memory_gib(run.device),
    }
    return flat_numbers(metrics)


def _rate(run: Run, number: int) -> float:
    config = run.config
    rate = config.learning_rate * min(1.0, number / max(1, config.warmup_steps))
    if config.scale_learning_rate_by_reward_std_dev:
        rate *= run.plan.reward_deviation
    return rate * len(run.plan.samples) ** config.num_trajectories_learning_rate_multiplier_power


def _memory_gib(device: torch.device) -> float:
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device) / 2**30
    import resource
    import sys

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform != "darwin" else 2**30)


@contextmanager
def device_to_itself(device: torch.device) -> Iterator[None]:
    """One job at a time on a device; others wait."""
    path = model_folder() / f".{device.type}.lock"
    with path.open("a") as file:
        waited = 0
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if waited % 60 == 0:
                    log(f"Waits for another job that uses the {device.type}")
                time.sleep(WAIT_S)
                waited += WAIT_S
        yield
