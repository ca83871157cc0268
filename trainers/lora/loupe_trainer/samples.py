"""Answers to fixed prompts, to compare checkpoints by eye."""

from typing import Any

import torch

ANSWER_TOKENS = 64


@torch.no_grad()
def answers_of(model: Any, tokenizer: Any, prompts: list[str]) -> list[dict[str, str]]:
    """Always the likeliest answer, so that checkpoints differ only by their weights."""
    if not prompts:
        return []
    was_training = model.training
    model.eval()
    try:
        return [{"prompt": prompt, "answer": _answer(model, tokenizer, prompt)} for prompt in prompts]
    finally:
        model.train(was_training)


def _answer(model: Any, tokenizer: Any, prompt: str) -> str:
    text = tokenizer.apply_chat_template([{"role": "user", "content": prompt}], tokenize=False, add_generation_prompt=True)
    given = tokenizer(text, add_special_tokens=False, return_tensors="pt").to(model.device)
    made = model.generate(**given, max_new_tokens=ANSWER_TOKENS, do_sample=False, pad_token_id=tokenizer.pad_token_id or 0)
    return tokenizer.decode(made[0, given["input_ids"].shape[1] :], skip_special_tokens=True)
