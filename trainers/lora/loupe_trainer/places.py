"""Where things are: the model folder, and the base models that the operator allows."""

import os
from dataclasses import dataclass
from pathlib import Path

from .problem import Problem


@dataclass(frozen=True)
class BaseModel:
    name: str
    # A folder, or the name in a hub's cache.
    source: str
    # Of a GGUF file in the folder.
    file: str | None = None


def model_folder() -> Path:
    """Owned by Loupe, which deletes what is in it with the models; by default beside the job's own folder."""
    given = os.environ.get("LOUPE_MODEL_FOLDER")
    if not given:
        raise Problem("LOUPE_MODEL_FOLDER is not set: it is the folder that weights are stored in.")
    folder = Path(given)
    folder.mkdir(parents=True, exist_ok=True, mode=0o755)
    return folder


def allowed_models() -> dict[str, BaseModel]:
    """Of `LOUPE_TRAINER_BASE_MODELS`, separated by commas: each `NAME`, or `NAME=FOLDER`."""
    listed = [one.strip() for one in os.environ.get("LOUPE_TRAINER_BASE_MODELS", "").split(",")]
    models = [_read(one) for one in listed if one]
    return {one.name: one for one in models}


def _read(entry: str) -> BaseModel:
    name, _, source = entry.partition("=")
    return _in_folder(name.strip(), source.strip() or name.strip())


def _in_folder(name: str, source: str) -> BaseModel:
    if source.endswith(".gguf"):
        return BaseModel(name, str(Path(source).parent), Path(source).name)
    return BaseModel(name, source)


def base_model(name: str) -> BaseModel:
    allowed = allowed_models()
    if name in allowed:
        return allowed[name]
    listed = ", ".join(allowed) or "none"
    raise Problem(
        f"The trainer may not train {name or 'a model without a base model'}. Base models of its list: {listed}. The "
        "operator adds one to LOUPE_TRAINER_BASE_MODELS, in the `env` of LOUPE_TRAINING_RUNNER."
    )
