"""A base model in memory, with the adapters that were asked for last."""

from collections import OrderedDict
from contextlib import contextmanager
from typing import Any

import torch

from ..base import device_of, dtype_of, load_model, load_tokenizer
from ..places import BaseModel
from .registry import Served

MOST_ADAPTERS = 8


class Loaded:
    def __init__(self, base: BaseModel):
        device = device_of()
        self.tokenizer = load_tokenizer(base)
        self.model: Any = load_model(base, dtype=dtype_of("auto", device), quantization="none", device=device).eval()
        self.context = getattr(self.model.config.get_text_config(), "max_position_embeddings", None) or 2**20
        self.stop_ids = _stop_ids(self.model, self.tokenizer)
        self._adapters: OrderedDict[str, str] = OrderedDict()
        self._count = 0

    @property
    def device(self) -> torch.device:
        return self.model.device

    @contextmanager
    def using(self, served: Served):
        """The model, with the weights of the adapter, or without any."""
        if served.folder is None:
            if not self._adapters:
                yield self.model
                return
            with self.model.disable_adapter():
                yield self.model
            return
        # Loading the first adapter wraps the model.
        name = self._adapter(served)
        self.model.set_adapter(name)
        yield self.model

    def _adapter(self, served: Served) -> str:
        from peft import PeftModel

        key = str(served.folder)
        if key in self._adapters:
            self._adapters.move_to_end(key)
            return self._adapters[key]
        self._count += 1
        name = f"a{self._count}"
        if self._adapters:
            self.model.load_adapter(key, name, use_safetensors=True)
        else:
            # The base without adapters is wrapped once.
            plain = self.model.get_base_model() if isinstance(self.model, PeftModel) else self.model
            self.model = PeftModel.from_pretrained(plain, key, adapter_name=name, use_safetensors=True).eval()
        self._adapters[key] = name
        if len(self._adapters) > MOST_ADAPTERS:
            self.model.delete_adapter(self._adapters.popitem(last=False)[1])
        return name


def _stop_ids(model: Any, tokenizer: Any) -> set[int]:
    """Chat models name the end of a turn in their generation config, not always in the tokenizer."""
    found = getattr(model.generation_config, "eos_token_id", None)
    listed = found if isinstance(found, list) else [found]
    return {one for one in [*listed, tokenizer.eos_token_id] if isinstance(one, int)}
