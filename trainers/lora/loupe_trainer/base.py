"""Loading a base model: never with code of its own, and only from safetensors (or a GGUF file that the operator names)."""

from typing import Any

import torch

from .places import BaseModel
from .problem import Problem

SAFE = {"trust_remote_code": False}


def device_of() -> torch.device:
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps") if torch.backends.mps.is_available() else torch.device("cpu")


def dtype_of(wanted: str, device: torch.device) -> torch.dtype:
    if wanted == "fp32" or (wanted == "auto" and device.type == "cpu"):
        return torch.float32
    return torch.bfloat16


def load_tokenizer(base: BaseModel) -> Any:
    from transformers import AutoTokenizer

    return _load(base, lambda **more: AutoTokenizer.from_pretrained(base.source, **more))


def load_config(base: BaseModel) -> Any:
    from transformers import AutoConfig

    return _load(base, lambda **more: AutoConfig.from_pretrained(base.source, **more))


def load_model(base: BaseModel, *, dtype: torch.dtype, quantization: str, device: torch.device) -> Any:
    from transformers import AutoModelForCausalLM

    more: dict[str, Any] = {"dtype": dtype, "attn_implementation": "sdpa"}
    if base.file is None:
        more["use_safetensors"] = True
    if quantization == "4bit":
        more |= {"quantization_config": _four_bits(device), "device_map": {"": device.index or 0}}
    model = _load(base, lambda **safe: AutoModelForCausalLM.from_pretrained(base.source, **safe, **more))
    if base.file is not None:
        # The weights are plain tensors once they are loaded, and are treated as such.
        model.hf_quantizer = None
        if hasattr(model.config, "quantization_config"):
            del model.config.quantization_config
    return model if quantization == "4bit" else model.to(device)


def _four_bits(device: torch.device) -> Any:
    if device.type != "cuda":
        raise Problem("experimental_config.quantization: 4-bit weights need an NVIDIA GPU; set it to none.")
    try:
        import bitsandbytes  # noqa: F401
    except ImportError:
        raise Problem("4-bit weights need bitsandbytes: pip install 'loupe-trainer[4bit]'.") from None
    from transformers import BitsAndBytesConfig

    return BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_compute_dtype=torch.bfloat16,
        bnb_4bit_use_double_quant=True,
    )


def _load(base: BaseModel, load: Any) -> Any:
    from transformers.utils import logging

    # Standard error is the job's log.
    logging.disable_progress_bar()
    logging.set_verbosity_error()
    try:
        return load(**SAFE, **({"gguf_file": base.file} if base.file else {}))
    except (OSError, ValueError, ImportError) as error:
        first = str(error).strip().split("\n")[0]
        raise Problem(f"The base model {base.name} could not be loaded: {first}") from error
