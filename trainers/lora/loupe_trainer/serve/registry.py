"""The models that can be served: the operator's base models, and the checkpoints of the model folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..adapters import read_json
from ..checkpoints import INFO
from ..places import BaseModel, allowed_models

MOST_LISTED = 1000


@dataclass(frozen=True)
class Served:
    name: str
    base: BaseModel
    # Of an adapter; None for the base itself.
    folder: Path | None = None


class Registry:
    def __init__(self, folder: Path):
        self.folder = folder.resolve()
        self.bases = allowed_models()
        self._given: dict[str, Path] = {}
        self._unloaded: set[str] = set()

    def find(self, name: str) -> Served | None:
        if name in self.bases:
            return Served(name, self.bases[name])
        return next((one for one in self.adapters() if one.name == name), None)

    def adapters(self) -> list[Served]:
        """Newest first. Read from disk each time, since the folder belongs to Loupe, which deletes from it."""
        infos = [(path.parent, read_json(path)) for path in self.folder.glob(f"*/step-*/{INFO}")]
        found = [one for folder, info in infos if (one := self._served(folder, info)) and one.name not in self._unloaded]
        known = {one.name for one in found}
        given = [self._served(folder, read_json(folder / INFO), name) for name, folder in self._given.items() if name not in known]
        every = [*found, *(one for one in given if one)]
        return sorted(every, key=lambda one: -_modified(one.folder))[:MOST_LISTED]

    def load(self, name: str, path: str) -> str | None:
        """Returns what is wrong, if anything is. Only folders of the model folder can be loaded."""
        folder = Path(path).resolve()
        if not folder.is_relative_to(self.folder):
            return "lora_path must be in the model folder (LOUPE_MODEL_FOLDER)"
        if self._served(folder, read_json(folder / INFO), name) is None:
            return "lora_path has no checkpoint of a base model that this server may serve"
        self._given[name] = folder
        self._unloaded.discard(name)
        return None

    def unload(self, name: str) -> bool:
        is_known = self.find(name) is not None and name not in self.bases
        self._given.pop(name, None)
        self._unloaded.add(name)
        return is_known

    def _served(self, folder: Path, info: Any, name: str | None = None) -> Served | None:
        base = self.bases.get(info.get("base_model", "")) if isinstance(info, dict) else None
        if base is None or not (folder / "adapter_config.json").is_file():
            return None
        return Served(name or f"{info.get('project')}/{info.get('model')}:step{info.get('step')}", base, folder)


def _modified(folder: Path | None) -> float:
    try:
        return folder.stat().st_mtime if folder else 0
    except OSError:
        return 0
