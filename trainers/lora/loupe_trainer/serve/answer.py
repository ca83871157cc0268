"""Completions in OpenAI's format, whole or in chunks."""

import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from ..job import Json
from .loaded import Loaded
from .request import Asked
from .sampling import Drawn


@dataclass
class Choice:
    index: int
    drawn: list[Drawn] = field(default_factory=list)
    finish: str | None = None
    sent: str = ""


class Answer:
    def __init__(self, asked: Asked, loaded: Loaded, model: str):
        self.asked, self.loaded, self.model = asked, loaded, model
        self.id = f"chatcmpl-{uuid.uuid4().hex}"
        self.created = int(time.time())
        # Set when nobody waits for more tokens.
        self.is_left = False
        self.choices = [Choice(index) for index in range(asked.choices)]

    def whole(self) -> Json:
        return {
            **self._head("chat.completion"),
            **({"prompt_token_ids": self.asked.prompt} if self.asked.has_token_ids else {}),
            "choices": [self._choice(one) for one in self.choices],
            "usage": self.usage(),
        }

    def first_chunk(self, choice: Choice) -> Json:
        more = {"prompt_token_ids": self.asked.prompt} if self.asked.has_token_ids else {}
        return {**self._chunk(choice, {"role": "assistant", "content": ""}, []), **more}

    def next_chunk(self, choice: Choice, drawn: list[Drawn]) -> Json:
        """Its text lags behind while a character is incomplete."""
        text = self._text(choice)
        if choice.finish is None and text.endswith("\ufffd"):
            text = text.rstrip("\ufffd")
        delta = text[len(choice.sent) :]
        choice.sent += delta
        return self._chunk(choice, {"content": delta} if delta else {}, drawn)

    def usage_chunk(self) -> Json:
        return {**self._head("chat.completion.chunk"), "choices": [], "usage": self.usage()}

    def usage(self) -> Json:
        prompt, made = len(self.asked.prompt), sum(len(one.drawn) for one in self.choices)
        return {"prompt_tokens": prompt, "completion_tokens": made, "total_tokens": prompt + made}

    def _head(self, kind: str) -> Json:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}

    def _choice(self, choice: Choice) -> Json:
        return {
            "index": choice.index,
            "message": {"role": "assistant", "content": self._text(choice)},
            "finish_reason": choice.finish,
            "logprobs": self._logprobs(choice.drawn),
            **self._token_ids(choice.drawn),
        }

    def _chunk(self, choice: Choice, delta: Json, drawn: list[Drawn]) -> Json:
        one = {
            "index": choice.index,
            "delta": delta,
            "finish_reason": choice.finish,
            "logprobs": self._logprobs(drawn) if drawn else None,
            **self._token_ids(drawn),
        }
        return {**self._head("chat.completion.chunk"), "choices": [one]}

    def _text(self, choice: Choice) -> str:
        text = self.loaded.tokenizer.decode([one.token for one in choice.drawn], skip_special_tokens=True)
        ends = [at for stop in self.asked.sampling.stop if (at := text.find(stop)) >= 0]
        return text[: min(ends)] if ends else text

    def _token_ids(self, drawn: list[Drawn]) -> Json:
        return {"token_ids": [one.token for one in drawn]} if self.asked.has_token_ids else {}

    def _logprobs(self, drawn: list[Drawn]) -> Json | None:
        if not self.asked.has_logprobs:
            return None
        return {"content": [{**self._token(one.token, one.logprob), "top_logprobs": [self._token(*top) for top in one.top]} for one in drawn]}

    def _token(self, token: int, logprob: float) -> dict[str, Any]:
        text = self.loaded.tokenizer.decode([token])
        name = f"token_id:{token}" if self.asked.names_ids else text
        return {"token": name, "logprob": logprob, "bytes": list(text.encode())}
