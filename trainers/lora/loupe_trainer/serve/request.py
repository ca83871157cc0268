"""A request for a completion. Unknown fields are ignored, as other servers do."""

from dataclasses import dataclass
from typing import Any

from ..job import Json
from ..problem import Problem
from ..templates import plain_message
from .loaded import Loaded
from .sampling import Sampling

MOST_CHOICES = 128
DEFAULT_TOKENS = 512


class BadRequest(Exception):
    """The message names the field."""


@dataclass(frozen=True)
class Asked:
    prompt: list[int]
    sampling: Sampling
    choices: int
    streams: bool
    includes_usage: bool
    has_logprobs: bool
    has_token_ids: bool
    names_ids: bool


def read_request(body: Json, loaded: Loaded) -> Asked:
    prompt = _prompt(body, loaded)
    room = loaded.context - len(prompt)
    if room < 1:
        raise BadRequest(f"messages: {len(prompt)} tokens, and the model supports {loaded.context}")
    wanted = body.get("max_completion_tokens") or body.get("max_tokens")
    most = DEFAULT_TOKENS if wanted is None else _number(body, "max_tokens", wanted, 1, 10**7)
    stop = body.get("stop") or []
    stops = tuple([stop] if isinstance(stop, str) else stop)
    if not all(isinstance(one, str) and one for one in stops) or len(stops) > 16:
        raise BadRequest("stop: must be a text or a list of at most 16 texts")
    seed = body.get("seed")
    return Asked(
        prompt=prompt,
        sampling=Sampling(
            temperature=_number(body, "temperature", body.get("temperature"), 0, 100, 1.0),
            top_p=_number(body, "top_p", body.get("top_p"), 0, 1, 1.0),
            top_k=int(max(0, _number(body, "top_k", body.get("top_k"), -1, 10**9, 0))),
            max_tokens=int(min(most, room)),
            stop=stops,
            seed=int(seed) % 2**63 if isinstance(seed, int) else None,
            top_logprobs=int(_number(body, "top_logprobs", body.get("top_logprobs"), 0, 20, 0)),
        ),
        choices=int(_number(body, "n", body.get("n"), 1, MOST_CHOICES, 1)),
        streams=body.get("stream") is True,
        includes_usage=(body.get("stream_options") or {}).get("include_usage") is True,
        has_logprobs=body.get("logprobs") is True,
        has_token_ids=body.get("return_token_ids") is True,
        names_ids=body.get("return_tokens_as_token_ids") is True,
    )


def _prompt(body: Json, loaded: Loaded) -> list[int]:
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages or not all(isinstance(one, dict) for one in messages):
        raise BadRequest("messages: must be a list of messages")
    try:
        text = loaded.tokenizer.apply_chat_template(
            [plain_message(one) for one in messages],
            tools=body.get("tools") or None,
            tokenize=False,
            add_generation_prompt=True,
            **(body.get("chat_template_kwargs") or {}),
        )
    except Problem as problem:
        raise BadRequest(f"messages: {problem}") from None
    except Exception as error:
        raise BadRequest(f"messages: the chat template rejects them: {error}") from None
    return loaded.tokenizer(text, add_special_tokens=False)["input_ids"]


def _number(body: Json, name: str, value: Any, least: float, most: float, otherwise: float | None = None) -> float:
    if value is None and otherwise is not None:
        return otherwise
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise BadRequest(f"{name}: must be a number from {least} to {most}")
    return value
