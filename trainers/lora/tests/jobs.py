"""Jobs on the tiny model, run as Loupe runs them: a program with a request in a file."""

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path

import torch
from loupe_trainer.tiny_model import ASKS, answer_ids, prompt_ids

WORD = "mauve"


def environment(folder: Path, body: dict, *, model_id: str, base: str = "tiny") -> dict[str, str]:
    job = folder / f"job-{uuid.uuid4().hex}"
    job.mkdir(parents=True)
    (job / "request.json").write_text(json.dumps(body))
    return {
        **os.environ,
        "LOUPE_TRAINER_THREADS": "1",
        "LOUPE_JOB_REQUEST": str(job / "request.json"),
        "LOUPE_JOB_FOLDER": str(job),
        "LOUPE_JOB_ID": str(uuid.uuid4()),
        "LOUPE_JOB_PROJECT": "acme/demo",
        "LOUPE_JOB_MODEL": "painter",
        "LOUPE_JOB_MODEL_ID": model_id,
        "LOUPE_JOB_BASE_MODEL": base,
    }


def start(folder: Path, body: dict, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-m", "loupe_trainer.train_main"], env=environment(folder, body, **more), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run(folder: Path, body: dict, **more) -> tuple[int, list[dict], str]:
    """The exit code, the events, and what was written to standard error."""
    process = start(folder, body, **more)
    out, err = process.communicate(timeout=300)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err


def trajectory(ask: str, word: str, reward: float, **choice) -> dict:
    answer = {"role": "assistant", "content": word}
    return {
        "messages_and_choices": [{"role": "user", "content": ask}, {"index": 0, "finish_reason": "stop", "message": answer, **choice} if choice else answer],
        "reward": reward,
    }


def rated(words=("mauve", "teal", "rose"), ask=ASKS[0]) -> list[dict]:
    return [{"trajectories": [trajectory(ask, word, 1.0 if word == WORD else 0.0) for word in words]}]


def probability(model, tokenizer, word: str = WORD) -> float:
    """Of a word as the answer, on average over the questions."""
    from loupe_trainer.logprobs import row_logprobs, row_of
    from loupe_trainer.sequences import Sequence

    sequences = []
    for ask in ASKS:
        prompt, answer = prompt_ids(tokenizer, ask), answer_ids(tokenizer, word)
        sequences.append(Sequence(prompt + answer, [False] * len(prompt) + [True] * len(answer), [0.0] * len(prompt + answer)))
    row = row_of(sequences, "cpu")
    with torch.no_grad():
        logprobs, _ = row_logprobs(model, row, 4096)
    return float(torch.zeros(len(ASKS)).index_add_(0, row.sequence, logprobs).exp().mean())


def sampled(model, tokenizer, per_ask: int, generator: torch.Generator, reward) -> list[dict]:
    """Groups as a client would record them: token ids and log-probabilities of each answer."""
    from loupe_trainer.serve.generate import Row, generate
    from loupe_trainer.serve.sampling import Sampling

    class Held:
        device, context, stop_ids = torch.device("cpu"), 512, {tokenizer.eos_token_id}

    groups = []
    for ask in ASKS:
        drawn: list[list] = [[] for _ in range(per_ask)]
        prompt = prompt_ids(tokenizer, ask)
        rows = [Row(prompt, Sampling(max_tokens=8), lambda one, _finish, into=into: into.append(one) or True, generator) for into in drawn]
        generate(model, Held, rows)
        group = []
        for one in drawn:
            ids = [token.token for token in one]
            text = tokenizer.decode(ids, skip_special_tokens=True)
            logprobs = {"content": [{"token": "", "logprob": token.logprob} for token in one]}
            group.append(trajectory(ask, text, reward(text), token_ids=ids, prompt_token_ids=prompt, logprobs=logprobs))
        groups.append({"trajectories": group})
    return groups


