"""
`loupe-tiny-model FOLDER`: makes a model of a million parameters in some seconds, without a download. It answers questions
for a colour with one of 16 words, each about equally often, so that training it by rewards can be seen and measured.
"""

import sys
from pathlib import Path
from typing import Any

import torch

WORDS = "amber azure beige coral ebony ivory khaki lilac mauve olive ochre pearl rose sepia teal white".split()
ASKS = [
    "name a colour", "which colour", "pick one colour", "a colour please", "say a colour", "your colour", "colour", "one colour now",
]  # fmt: skip
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
WARM_UP_STEPS, BATCH = 120, 32


def tiny_tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=512,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    raw.train_from_iterator(ASKS * 4 + WORDS * 4 + ["user", "assistant", "system"] * 4, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def untrained_model(tokenizer: Any) -> Any:
    from transformers import Qwen2Config, Qwen2ForCausalLM

    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=len(tokenizer),
            hidden_size=128,
            intermediate_size=512,
            num_hidden_layers=4,
            num_attention_heads=4,
            num_key_value_heads=2,
            max_position_embeddings=512,
            tie_word_embeddings=True,
            # With the usual 0.02 an adapter on random weights cannot learn enough.
            initializer_range=0.1,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=None,
        )
    )


def prompt_ids(tokenizer: Any, ask: str) -> list[int]:
    text = tokenizer.apply_chat_template([{"role": "user", "content": ask}], tokenize=False, add_generation_prompt=True)
    return tokenizer(text, add_special_tokens=False)["input_ids"]


def answer_ids(tokenizer: Any, word: str) -> list[int]:
    return [*tokenizer(word, add_special_tokens=False)["input_ids"], tokenizer.eos_token_id]


def make_tiny_model(folder: Path, seed: int = 0) -> None:
    from .logprobs import row_logprobs, row_of
    from .sequences import Sequence

    torch.manual_seed(seed)
    tokenizer = tiny_tokenizer()
    model = untrained_model(tokenizer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    generator = torch.Generator().manual_seed(seed + 1)
    for _ in range(WARM_UP_STEPS):
        picks = torch.randint(len(WORDS), (BATCH,), generator=generator).tolist()
        sequences = []
        for at, pick in enumerate(picks):
            # Which question it is does not depend on the answer.
            prompt, answer = prompt_ids(tokenizer, ASKS[at % len(ASKS)]), answer_ids(tokenizer, WORDS[pick])
            sequences.append(Sequence(prompt + answer, [False] * len(prompt) + [True] * len(answer), [0.0] * len(prompt + answer)))
        logprobs, _ = row_logprobs(model, row_of(sequences, "cpu"), 4096)
        loss = -logprobs.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    torch.set_num_threads(1)
    make_tiny_model(Path(sys.argv[1]))
    print(f"Stored a tiny model in {sys.argv[1]}")


if __name__ == "__main__":
    main()
