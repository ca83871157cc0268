"""What follows a training: the checkpoint, its samples, and the server that is told of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import adapters
from .checkpoints import Checkpoint
from .events import flat_numbers, log, say
from .learner import Learner
from .samples import answers_of
from .serving import load_into_server
from .state import tensors_of, write_state

if TYPE_CHECKING:
    from .train import Run


def finish(
    run: "Run", model: Any, learner: Learner | None, metrics: dict[str, float], newest: Checkpoint | None, *, is_last: bool = True
) -> None:
    job = run.job
    samples = answers_of(model, run.tokenizer, run.config.sample_prompts)
    info = {
        "project": job.project,
        "model": job.model,
        "model_id": job.model_id,
        "base_model": job.base_model,
        "job_id": job.id,
        "from_step": newest.step if newest else 0,
        "method": run.config.method,
        "seed": run.config.seed,
        "metrics": metrics,
    }

    def write(folder: Path) -> None:
        adapters.save_adapter(model, folder, job.base_model)
        run.tokenizer.save_pretrained(folder)
        if is_last and run.config.export == "merged":
            adapters.save_merged(model, folder / "merged", run.tokenizer)

    checkpoint = run.checkpoints.save(info, write)
    name = f"{job.project}/{job.model}:step{checkpoint.step}"
    if learner is not None:
        write_state(run.checkpoints.folder / "optimizer.safetensors", tensors_of(model, learner.optimizer), {"step": checkpoint.step})
    load_into_server(name, checkpoint.folder)
    say("checkpoint", step=checkpoint.step, model=name, metrics=flat_numbers(metrics), **({"samples": samples} if samples else {}))
    log(f"Stored {checkpoint.folder}")
    if is_last:
        say("training_ended", model=name, step=checkpoint.step)
