"""LoRA adapters: on a base model, in memory, and on disk."""

import json
import os
from pathlib import Path
from typing import Any

import torch

from .config import Config
from .problem import Problem

Weights = dict[str, torch.Tensor]


def with_adapter(model: Any, config: Config) -> Any:
    from peft import LoraConfig, get_peft_model

    lora = LoraConfig(
        r=config.lora_rank, lora_alpha=config.lora_alpha, lora_dropout=0.0, target_modules="all-linear", task_type="CAUSAL_LM"
    )
    return _in_32_bits(get_peft_model(model, lora))


def with_stored_adapter(model: Any, folder: Path) -> Any:
    from peft import PeftModel

    return _in_32_bits(PeftModel.from_pretrained(model, folder, is_trainable=True, use_safetensors=True))


def _in_32_bits(model: Any) -> Any:
    """Updates are often smaller than what 16 bits can hold."""
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    return model


def trainable(model: Any) -> dict[str, torch.nn.Parameter]:
    return {name: one for name, one in model.named_parameters() if one.requires_grad}


def copied(model: Any) -> Weights:
    return {name: one.detach().to("cpu", copy=True) for name, one in trainable(model).items()}


def save_adapter(model: Any, folder: Path, base_name: str) -> None:
    model.save_pretrained(folder, safe_serialization=True)
    # Otherwise whoever downloads it sees where the base model is on this machine.
    path = folder / "adapter_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "base_model_name_or_path": base_name}, indent=2))
    # A model card that nobody wrote says nothing.
    (folder / "README.md").unlink(missing_ok=True)


def save_merged(model: Any, folder: Path, tokenizer: Any) -> None:
    """Whole weights, for servers that load no adapters. The model itself stays as it is."""
    if getattr(model.get_base_model(), "is_quantized", False):
        raise Problem("experimental_config.export: 4-bit weights cannot be merged; set quantization to none.")
    model.merge_adapter()
    try:
        base = model.get_base_model()
        weights = {
            name.replace(".base_layer", ""): value
            for name, value in base.state_dict().items()
            if "lora_" not in name
        }
        base.save_pretrained(folder, state_dict=weights, safe_serialization=True)
        tokenizer.save_pretrained(folder)
    finally:
        model.unmerge_adapter()


def adapter_size(model: Any) -> int:
    return sum(one.numel() * 4 for one in trainable(model).values())


def read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def sync(folder: Path) -> None:
    """Readable by a model server of another user, and on disk."""
    for path in [*folder.rglob("*"), folder]:
        os.chmod(path, 0o755 if path.is_dir() else 0o644)
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
