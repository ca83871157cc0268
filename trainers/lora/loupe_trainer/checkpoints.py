"""
Checkpoints of a model: `<model folder>/<model id>/step-<n>`. Steps only grow: a number is taken before its weights are
written, and is never given again, also after a checkpoint was deleted.
"""

import errno
import json
import os
import shutil
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .adapters import read_json, sync
from .problem import Problem

INFO = "loupe.json"
LAST_STEP = "last-step"


@dataclass(frozen=True)
class Checkpoint:
    step: int
    folder: Path
    info: dict[str, Any]


class Checkpoints:
    def __init__(self, root: Path, model_id: str):
        self.folder = root / model_id

    def all(self) -> list[Checkpoint]:
        found = []
        for path in self.folder.glob("step-*"):
            info = read_json(path / INFO)
            if isinstance(info, dict) and path.name[5:].isdigit():
                found.append(Checkpoint(int(path.name[5:]), path, info))
        return sorted(found, key=lambda one: one.step)

    def newest(self) -> Checkpoint | None:
        every = self.all()
        return every[-1] if every else None

    def at(self, step: int) -> Checkpoint | None:
        return next((one for one in self.all() if one.step == step), None)

    def last_step(self) -> int:
        stored = read_json(self.folder / LAST_STEP)
        steps = [stored] if isinstance(stored, int) else []
        return max([0, *steps, *(one.step for one in self.all())])

    def save(self, info: dict[str, Any], write: Callable[[Path], None]) -> Checkpoint:
        """`write` puts the weights into a folder. What is there is complete: a folder gets its name at the end."""
        with disk_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
            step = self.last_step() + 1
            _write_whole(self.folder / LAST_STEP, str(step))
            draft = self.folder / f".new-{step}"
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir()
            try:
                write(draft)
                full = {**info, "step": step, "created_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
                (draft / INFO).write_text(json.dumps(full))
                sync(draft)
                draft.rename(self.folder / f"step-{step}")
            except BaseException:
                shutil.rmtree(draft, ignore_errors=True)
                raise
        return Checkpoint(step, self.folder / f"step-{step}", full)

    def require_room(self, size: int) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        free = shutil.disk_usage(self.folder).free
        if free < size:
            raise Problem(
                f"The disk of the model folder has {free / 2**20:.0f} MiB free, and this job needs {size / 2**20:.0f}: "
                "delete checkpoints or other files, and submit the job again."
            )


def _write_whole(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".new")
    draft.write_text(text)
    os.replace(draft, path)


@contextmanager
def disk_errors(folder: Path):
    """Problems of the disk, in words. Libraries wrap the system's error in their own."""
    try:
        yield
    except Problem:
        raise
    except Exception as error:
        number = getattr(error, "errno", None)
        text = str(error)
        if number in (errno.ENOSPC, errno.EDQUOT) or "No space left" in text or "os error 28" in text:
            raise Problem(
                f"The disk of the model folder ({folder.parent}) is full. Free some space and submit the job again: it "
                "continues from its last saved state."
            ) from error
        if isinstance(error, OSError):
            raise Problem(f"The model folder cannot be written: {error}. Correct its owner or its permissions.") from error
        raise
