"""
Marks what a model produced in a rendered conversation. A turn is what rendering with it adds to the prompt that asks for
it. That holds for most templates; those for which it does not are refused, with a sentence.
"""

import json
from typing import Any

from .job import Json
from .problem import Problem

Ids = tuple[list[int], list[bool]]


class Template:
    """The chat template of a tokenizer."""

    def __init__(self, tokenizer: Any):
        if not tokenizer.chat_template:
            raise Problem("The base model has no chat template; use an instruction-tuned model, or record token ids.")
        if not tokenizer.is_fast:
            raise Problem("The tokenizer does not report positions of tokens; use a model with a fast tokenizer.")
        self.tokenizer = tokenizer

    def prompt_ids(self, messages: list[Json], tools: list[Json] | None) -> list[int]:
        return self._encode(self._render(messages, tools, asks=True))["input_ids"]

    def turns(self, messages: list[Json], at: list[int], tools: list[Json] | None) -> list[Ids]:
        """
        Tokens and mask for the assistant's messages at the given indices: one sequence, or one per turn if the template
        changes earlier turns later, such as those that drop the thinking of earlier turns.
        """
        spans = [self._span(messages, index, tools) for index in at]
        whole = self._render(messages[: at[-1] + 1], tools)
        if all(whole.startswith(text) for text, _ in spans):
            return [self._mark(whole, [span for _, span in spans])]
        return [self._mark(text, [span]) for text, span in spans]

    def _span(self, messages: list[Json], index: int, tools: list[Json] | None) -> tuple[str, tuple[int, int]]:
        """The text up to and including a turn, and where the turn is in it."""
        before = self._render(messages[:index], tools, asks=True)
        upto = self._render(messages[: index + 1], tools)
        if not upto.startswith(before):
            raise Problem(
                "The chat template of this model does not continue its own prompt with the answer, so the answer cannot be "
                "marked. Record token ids (return_token_ids in vLLM), or train another model"
            )
        _require_text(messages[index], upto[len(before) :])
        return upto, (len(before), len(upto))

    def _mark(self, text: str, spans: list[tuple[int, int]]) -> Ids:
        encoded = self._encode(text)
        ids = encoded["input_ids"]
        mask = [any(start <= a and b <= end and b > a for start, end in spans) for a, b in encoded["offset_mapping"]]
        special = set(self.tokenizer.all_special_ids) | set(self.tokenizer.added_tokens_decoder)
        # The turn ends with its stop token; templates add a line break that the model never produces.
        for at in range(len(ids) - 1, -1, -1):
            is_last_of_turn = mask[at] and not (at + 1 < len(ids) and mask[at + 1])
            if is_last_of_turn and ids[at] not in special and self._is_blank(ids[at]) and at and ids[at - 1] in special:
                mask[at] = False
        return ids, mask

    def _is_blank(self, token: int) -> bool:
        return self.tokenizer.decode([token]).strip() == ""

    def _render(self, messages: list[Json], tools: list[Json] | None, *, asks: bool = False) -> str:
        try:
            return self.tokenizer.apply_chat_template(messages, tools=tools, tokenize=False, add_generation_prompt=asks)
        except Exception as error:
            # Templates raise errors of their own for conversations that they do not support.
            raise Problem(f"The chat template of this model rejects the conversation: {error}") from None

    def _encode(self, text: str) -> Any:
        return self.tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)


def _require_text(message: Json, turn: str) -> None:
    """Some templates leave out tool calls or content, and would train the model to answer with nothing."""
    content = message.get("content") or ""
    # Templates may move thinking, and trim the rest.
    answer = content.rsplit("</think>", 1)[-1].strip()
    if answer and answer not in turn:
        raise Problem("The chat template of this model leaves out the content of the answer, so it cannot be trained")
    for call in message.get("tool_calls") or []:
        name = (call.get("function") or {}).get("name") or ""
        if name not in turn:
            raise Problem("The chat template of this model leaves out tool calls, so they cannot be trained; record token ids")


def plain_message(message: Json) -> Json:
    """A message as templates expect it: content as text, and arguments of tool calls as objects."""
    plain = {key: value for key, value in message.items() if value is not None}
    plain["content"] = _text_of(message.get("content"))
    if plain.get("tool_calls"):
        plain["tool_calls"] = [_plain_call(one) for one in plain["tool_calls"]]
    else:
        plain.pop("tool_calls", None)
    return plain


def _text_of(content: Any) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    parts = content if isinstance(content, list) else [content]
    other = [part for part in parts if not isinstance(part, dict) or part.get("type") not in ("text", "input_text", "output_text")]
    if other:
        kind = other[0].get("type") if isinstance(other[0], dict) else type(other[0]).__name__
        raise Problem(f"A message has content of type {kind}; this trainer trains on text only")
    return "".join(str(part.get("text", "")) for part in parts)


def _plain_call(call: Any) -> Json:
    called = dict(call.get("function") or {}) if isinstance(call, dict) else {}
    try:
        called["arguments"] = json.loads(called.get("arguments") or "{}")
    except (TypeError, ValueError):
        pass
    return {**call, "function": called} if isinstance(call, dict) else {"function": called}
