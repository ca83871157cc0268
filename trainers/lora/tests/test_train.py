"""The program: its events, its checkpoints, and the sentence with which each bad input ends."""

import json
import os
import signal
import time
import uuid

import pytest
from loupe_trainer.checkpoints import Checkpoints

from jobs import rated, run, start, trajectory

ASK = "which colour"


def kinds(events):
    return [one["type"] for one in events]


def test_a_job_from_ratings_alone(trainer):
    model_id = str(uuid.uuid4())
    body = {"trajectory_groups": rated(), "experimental_config": {"method": "grpo", "learning_rate": 1e-3, "sample_prompts": [ASK]}}
    code, events, log = run(trainer, body, model_id=model_id)
    assert code == 0, log
    assert kinds(events) == ["training_started", "gradient_step", "checkpoint", "training_ended"]
    started, step, checkpoint, ended = (one["data"] for one in events)
    # ART reads the number of steps that follow, and each value of a step as a number.
    assert (started["num_sequences"], started["total_steps"]) == (1, 1)
    assert all(isinstance(value, (int, float)) for value in step.values())
    assert {"loss", "reward", "grad_norm", "entropy", "clipped_share", "tokens_per_second", "memory_gib"} <= set(step)
    assert (checkpoint["step"], checkpoint["model"]) == (1, "acme/demo/painter:step1")
    assert checkpoint["samples"][0]["prompt"] == ASK
    assert ended["model"] == "acme/demo/painter:step1"
    folder = trainer / "models" / model_id / "step-1"
    assert (folder / "adapter_model.safetensors").stat().st_mode & 0o777 == 0o644
    assert not [path for path in folder.rglob("*") if path.suffix in (".bin", ".pt", ".pkl")]
    assert json.loads((folder / "loupe.json").read_text())["base_model"] == "tiny"
    # No file says where things are on this machine.
    assert json.loads((folder / "adapter_config.json").read_text())["base_model_name_or_path"] == "tiny"


def test_the_next_job_goes_on_and_steps_are_never_reused(trainer):
    model_id = str(uuid.uuid4())
    body = {"trajectory_groups": rated(), "experimental_config": {"method": "grpo"}}
    run(trainer, body, model_id=model_id)
    _, _, log = run(trainer, body, model_id=model_id)
    assert "Continues from step 1" in log
    import shutil

    shutil.rmtree(trainer / "models" / model_id / "step-2")
    _, events, log = run(trainer, body, model_id=model_id)
    assert "Continues from step 1" in log
    assert [one["data"]["step"] for one in events if one["type"] == "checkpoint"] == [3]


def test_without_a_method_equal_rewards_store_the_weights_as_the_next_step(trainer):
    groups = [{"trajectories": [trajectory(ASK, word, 1.0) for word in ("teal", "rose")]}]
    code, events, log = run(trainer, {"trajectory_groups": groups}, model_id=str(uuid.uuid4()))
    assert (code, kinds(events)) == (0, ["training_started", "checkpoint", "training_ended"])
    assert events[0]["data"]["num_sequences"] == 0
    assert "equal rewards" in log


LONG = "blue " * 200_000


@pytest.mark.parametrize(
    ("body", "sentence", "base"),
    [
        ({"trajectory_groups": [{"trajectories": []}]}, "All groups are empty", "tiny"),
        ({"trajectory_groups": rated(("teal", "rose")), "experimental_config": {"method": "grpo"}}, "equal rewards", "tiny"),
        ({"trajectory_groups": rated(("mauve",)), "experimental_config": {"method": "grpo"}}, "fewer than two trajectories", "tiny"),
        ({"trajectory_groups": rated(("teal",)), "experimental_config": {"method": "sft"}}, "reward above 0", "tiny"),
        ({"trajectory_groups": rated()}, "The trainer may not train someone/else", "someone/else"),
        ({"trajectory_groups": [{"trajectories": [trajectory(ASK, "teal", float("nan"))]}]}, "is not a finite number", "tiny"),
        ({"trajectory_groups": rated(("mauve", LONG)), "experimental_config": {"method": "grpo"}}, "more than 512 tokens", "tiny"),
        ({"trajectory_groups": rated(), "experimental_config": {"method": "grpo", "learning_rate": 1.0, "epochs": 20}}, "learning rate", "tiny"),
        ({"trajectory_groups": rated(), "experimental_config": {"kl_ref_adapter_path": "/etc"}}, "kl_ref_adapter_path", "tiny"),
        ({"trajectory_groups": rated(), "experimental_config": {"quantization": "4bit", "method": "grpo"}}, "need an NVIDIA GPU", "tiny"),
    ],
)
def test_bad_input_ends_with_a_sentence(trainer, body, sentence, base):
    code, events, log = run(trainer, body, model_id=str(uuid.uuid4()), base=base)
    assert (code, kinds(events)[-1]) == (1, "training_failed"), log
    assert sentence in events[-1]["data"]["error_message"]
    assert events[-1]["data"]["message"] == events[-1]["data"]["error_message"]


def test_a_job_that_does_not_fit_is_refused_before_weights_are_loaded(trainer, monkeypatch):
    monkeypatch.setenv("LOUPE_TRAINER_MEMORY_GIB", "0.1")
    code, events, _ = run(trainer, {"trajectory_groups": rated()}, model_id=str(uuid.uuid4()))
    assert code == 1
    assert "needs about" in events[-1]["data"]["message"] and "has 0.1" in events[-1]["data"]["message"]


def test_a_full_disk_ends_with_a_sentence_and_leaves_no_part_of_a_checkpoint(tmp_path):
    def write(folder):
        (folder / "adapter_model.safetensors").write_bytes(b"part")
        raise RuntimeError("Error while serializing: I/O error: No space left on device (os error 28)")

    checkpoints = Checkpoints(tmp_path, "m")
    with pytest.raises(Exception, match="is full. Free some space"):
        checkpoints.save({}, write)
    assert sorted(path.name for path in (tmp_path / "m").iterdir()) == ["last-step"]
    assert checkpoints.save({}, lambda folder: None).step == 2


def test_a_job_that_was_stopped_continues(trainer):
    model_id = str(uuid.uuid4())
    body = {"trajectory_groups": rated(), "experimental_config": {"method": "grpo", "epochs": 60, "learning_rate": 1e-4}}
    process = start(trainer, body, model_id=model_id)
    steps = 0
    for line in process.stdout:
        steps += '"gradient_step"' in line
        if steps == 3:
            break
    asked = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=60) == 143
    assert time.monotonic() - asked < 10
    assert "continues from there" in process.stderr.read()
    code, events, log = run(trainer, body, model_id=model_id)
    assert code == 0 and "Continues after update" in log
    done = [one["data"]["step"] for one in events if one["type"] == "gradient_step"]
    assert done[0] > 3 and done[-1] == 60
    assert not (trainer / "models" / model_id / "state.safetensors").exists()


def test_a_killed_job_leaves_the_last_checkpoint_as_it_was(trainer):
    model_id = str(uuid.uuid4())
    run(trainer, {"trajectory_groups": rated(), "experimental_config": {"method": "grpo"}}, model_id=model_id)
    process = start(trainer, {"trajectory_groups": rated(), "experimental_config": {"method": "grpo", "epochs": 500}}, model_id=model_id)
    next(line for line in process.stdout if '"gradient_step"' in line)
    process.kill()
    process.wait()
    checkpoints = Checkpoints(trainer / "models", model_id)
    assert [one.step for one in checkpoints.all()] == [1]
    assert checkpoints.last_step() == 1


def test_what_it_may_train_is_told_without_loading_anything(trainer):
    import subprocess
    import sys

    made = subprocess.run([sys.executable, "-m", "loupe_trainer.train_main", "--describe"], capture_output=True, text=True, env=os.environ)
    assert json.loads(made.stdout)["base_models"] == ["tiny"]
