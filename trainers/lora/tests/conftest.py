import os

import pytest
import torch

os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory):
    from loupe_trainer.tiny_model import make_tiny_model

    folder = tmp_path_factory.mktemp("tiny")
    make_tiny_model(folder)
    return folder


@pytest.fixture
def trainer(tiny_folder, tmp_path, monkeypatch):
    """The environment of a job whose base model is the tiny one."""
    monkeypatch.setenv("LOUPE_MODEL_FOLDER", str(tmp_path / "models"))
    monkeypatch.setenv("LOUPE_TRAINER_BASE_MODELS", f"tiny={tiny_folder}")
    return tmp_path
