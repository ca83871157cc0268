"""Estimate of the memory that a job needs, so that a job that cannot fit is refused before anything is loaded."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from .problem import Problem

GIB = 2**30
# Of a GPU's context and of libraries, and what allocation leaves unused.
OVERHEAD_GPU, OVERHEAD_CPU, SLACK = 1.2 * GIB, 0.5 * GIB, 1.1


@dataclass(frozen=True)
class Need:
    weights: float
    adapter: float
    activations: float
    logits: float
    overhead: float

    @property
    def total(self) -> float:
        return (self.weights + self.adapter + self.activations + self.logits) * SLACK + self.overhead


@dataclass(frozen=True)
class Load:
    """What a job computes at a time: tokens of the longest pack, and those of them that are trained."""

    tokens: int
    trained: int
    rank: int
    dtype: torch.dtype
    quantization: str
    recomputes: bool


def estimate(config: Any, load: Load, *, on_gpu: bool) -> Need:
    text = config.get_text_config()
    hidden, layers, vocabulary = text.hidden_size, text.num_hidden_layers, text.vocab_size
    inner = getattr(text, "intermediate_size", None) or 4 * hidden
    parameters = _parameters(config, hidden, layers, vocabulary, inner)
    value = torch.finfo(load.dtype).bits / 8
    # 4 bits and the scales of their blocks; embeddings stay as they are.
    embeddings = vocabulary * hidden
    weights = parameters * value if load.quantization == "none" else (parameters - embeddings) * 0.53 + embeddings * 2
    adapter_parameters = layers * load.rank * (4 * 2 * hidden + 3 * (hidden + inner))
    # Per token and layer: attention's and the residual's tensors, and those of the inner layer.
    of_layer = load.tokens * (16 * hidden + 4 * inner) * value
    activations = load.tokens * hidden * layers * value + of_layer if load.recomputes else of_layer * layers
    return Need(
        weights=weights,
        # Weights, gradients and Adam's two moments in 32 bits, and the copy that is saved.
        adapter=adapter_parameters * 4 * 5,
        activations=activations,
        logits=load.trained * vocabulary * (value * 2) + min(load.trained, 1024) * vocabulary * 12,
        overhead=OVERHEAD_GPU if on_gpu else OVERHEAD_CPU,
    )


def _parameters(config: Any, hidden: int, layers: int, vocabulary: int, inner: int) -> float:
    """Counted on a model without memory; from its sizes if the architecture does not allow that."""
    from transformers import AutoModelForCausalLM

    try:
        with torch.device("meta"):
            return float(AutoModelForCausalLM.from_config(config).num_parameters())
    except Exception:
        return float(layers * (4 * hidden * hidden + 3 * hidden * inner) + 2 * vocabulary * hidden)


@dataclass(frozen=True)
class Memory:
    free: float
    total: float
    device: str

    @property
    def is_gpu(self) -> bool:
        return self.device == "GPU"


def available(device: torch.device) -> Memory:
    limit = float(os.environ.get("LOUPE_TRAINER_MEMORY_GIB") or "inf") * GIB
    if device.type == "cuda":
        free, total = torch.cuda.mem_get_info(device)
        return Memory(min(free, limit), min(total, limit), "GPU")
    free, total = _system_memory()
    return Memory(min(free, limit), min(total, limit), "machine")


def _system_memory() -> tuple[float, float]:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        found = {line.split(":")[0]: float(line.split()[1]) * 1024 for line in lines if line.endswith("kB")}
        return found["MemAvailable"], found["MemTotal"]
    except (OSError, KeyError):
        total = float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
        return total * 0.7, total


def require(need: Need, memory: Memory, load: Load) -> None:
    if need.total <= memory.free:
        return
    wanted, has = _gib(need.total), _gib(memory.total)
    if need.total > memory.total:
        smaller = [
            "use 4-bit (quantization)" if memory.is_gpu and load.quantization == "none" else "",
            "a smaller pack (packed_sequence_length)" if need.activations + need.logits > need.weights / 4 else "",
            "activation_checkpointing" if not load.recomputes else "",
            "a smaller base model",
        ]
        advice = " or ".join(one for one in smaller if one)
        raise Problem(f"This job needs about {wanted} GiB, this {memory.device} has {has}: use {advice.removeprefix('use ')}.")
    raise Problem(
        f"This job needs about {wanted} GiB, and {_gib(memory.free)} of the {has} GiB of this {memory.device} are free: "
        + (
            "another process holds the rest, such as a vLLM. Stop it, or start it with a lower --gpu-memory-utilization."
            if memory.is_gpu
            else "end other programs, or use a smaller base model."
        )
    )


def _gib(size: float) -> str:
    return f"{size / GIB:.1f}" if size < 10 * GIB else f"{size / GIB:.0f}"
