"""
The state of a job after an update, kept in memory and written when the trainer is told to stop, so that a job with the
same body continues from there. Tensors are in safetensors, never in pickles.
"""

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file

from .adapters import trainable
from .checkpoints import disk_errors
from .events import log

SAVE_EVERY_S = 60


def tensors_of(model: Any, optimizer: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    """Weights of the adapter, and Adam's moments."""
    tensors = {}
    for name, parameter in trainable(model).items():
        tensors[f"p.{name}"] = parameter.detach().to("cpu", copy=True)
        state = optimizer.state.get(parameter) or {}
        for short, key in (("m", "exp_avg"), ("v", "exp_avg_sq"), ("n", "step")):
            if key in state:
                tensors[f"{short}.{name}"] = state[key].detach().to("cpu", copy=True)
    return tensors


def restore(model: Any, optimizer: torch.optim.Optimizer, tensors: dict[str, torch.Tensor], *, weights: bool) -> bool:
    """False, and nothing changed, if the tensors are of an adapter of another shape."""
    parameters = trainable(model)
    if any(f"p.{name}" not in tensors or tensors[f"p.{name}"].shape != one.shape for name, one in parameters.items()):
        return False
    with torch.no_grad():
        for name, parameter in parameters.items():
            if weights:
                parameter.copy_(tensors[f"p.{name}"])
            if f"m.{name}" in tensors:
                optimizer.state[parameter] = {
                    "step": tensors[f"n.{name}"].clone(),
                    "exp_avg": tensors[f"m.{name}"].to(parameter.device),
                    "exp_avg_sq": tensors[f"v.{name}"].to(parameter.device),
                }
    return True


def write_state(path: Path, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
    with disk_errors(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        draft = path.with_name(path.name + ".new")
        try:
            save_file(tensors, draft, metadata={"facts": json.dumps(facts)})
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)


def read_state(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, Any]] | None:
    """None if there is none, or it is damaged."""
    try:
        with safe_open(path, framework="pt") as file:
            facts = json.loads((file.metadata() or {}).get("facts", ""))
            return {name: file.get_tensor(name) for name in file.keys()}, facts
    except Exception:
        return None


class StateKeeper:
    """Saves the last complete update once a minute, and at once when the program is told to stop."""

    def __init__(self, path: Path):
        self.path = path
        self._lock = threading.Lock()
        self._held: tuple[dict[str, torch.Tensor], dict[str, Any]] | None = None
        self._saved_at = time.monotonic()

    def hold(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        with self._lock:
            self._held = tensors, facts
            if time.monotonic() - self._saved_at > SAVE_EVERY_S:
                self._write()

    def drop(self) -> None:
        with self._lock:
            self._held = None
            self.path.unlink(missing_ok=True)

    def _write(self) -> None:
        if self._held:
            write_state(self.path, *self._held)
            self._saved_at = time.monotonic()

    def stop(self) -> None:
        """Called while the main thread may be in the middle of an update, which is then lost."""
        with self._lock:
            try:
                self._write()
                update = self._held[1].get("update") if self._held else 0
                log(f"Stopped after update {update}; a job with the same request continues from there.")
            except Exception as error:
                log(f"Stopped; the state could not be saved: {error}")
