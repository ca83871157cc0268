"""The model server, as OpenAI's clients see it."""

import json
import uuid

import pytest
from loupe_trainer.serve.app import create_app
from loupe_trainer.serve.engine import Engine
from loupe_trainer.serve.registry import Registry
from starlette.testclient import TestClient

from jobs import rated, run

CHAT = {"messages": [{"role": "user", "content": "which colour"}], "max_tokens": 8}


@pytest.fixture
def served(trainer):
    model_id = str(uuid.uuid4())
    config = {"method": "sft", "learning_rate": 3e-3, "epochs": 20}
    code, _, log = run(trainer, {"trajectory_groups": rated(), "experimental_config": config}, model_id=model_id)
    assert code == 0, log
    folder = trainer / "models"
    return TestClient(create_app(Registry(folder), Engine())), folder / model_id


def test_a_checkpoint_is_listed_below_its_base_and_answers(served):
    client, _ = served
    listed = client.get("/v1/models").json()["data"]
    assert [(one["id"], one["parent"]) for one in listed] == [("tiny", None), ("acme/demo/painter:step1", "tiny")]
    made = client.post("/v1/chat/completions", json={**CHAT, "model": "acme/demo/painter:step1", "temperature": 0}).json()
    assert made["choices"][0]["message"]["content"] == "mauve"
    assert made["choices"][0]["finish_reason"] == "stop"
    base = client.post("/v1/chat/completions", json={**CHAT, "model": "tiny", "n": 16, "seed": 1}).json()
    assert len({one["message"]["content"] for one in base["choices"]}) > 3


def test_tokens_and_logprobs_count_the_same(served):
    client, _ = served
    asked = {**CHAT, "model": "tiny", "n": 3, "seed": 3, "logprobs": True, "top_logprobs": 2, "return_token_ids": True, "unknown_field": 1}
    made = client.post("/v1/chat/completions", json=asked).json()
    lengths = [len(one["token_ids"]) for one in made["choices"]]
    assert lengths == [len(one["logprobs"]["content"]) for one in made["choices"]]
    assert made["usage"]["completion_tokens"] == sum(lengths)
    assert made["usage"]["prompt_tokens"] == len(made["prompt_token_ids"])
    assert len(made["choices"][0]["logprobs"]["content"][0]["top_logprobs"]) == 2
    again = client.post("/v1/chat/completions", json=asked).json()
    assert [one["message"] for one in again["choices"]] == [one["message"] for one in made["choices"]]


def test_recorded_logprobs_are_those_of_the_trainer(served, tiny_folder):
    """Otherwise ratios would be off from the start."""
    import torch
    from loupe_trainer.base import load_model
    from loupe_trainer.places import BaseModel
    from plain import token_logprobs

    client, _ = served
    asked = {**CHAT, "model": "tiny", "seed": 3, "logprobs": True, "return_token_ids": True}
    made = client.post("/v1/chat/completions", json=asked).json()
    model = load_model(BaseModel("tiny", str(tiny_folder)), dtype=torch.float32, quantization="none", device=torch.device("cpu"))
    prompt, ids = made["prompt_token_ids"], made["choices"][0]["token_ids"]
    with torch.no_grad():
        expected = [float(one) for one in token_logprobs(model, prompt + ids, len(prompt))]
    found = [one["logprob"] for one in made["choices"][0]["logprobs"]["content"]]
    assert max(abs(a - b) for a, b in zip(found, expected)) < 1e-4


def test_a_stream_is_the_whole_answer_and_ends(served):
    client, _ = served
    asked = {**CHAT, "model": "tiny", "seed": 4, "logprobs": True}
    whole = client.post("/v1/chat/completions", json=asked).json()
    lines = client.post("/v1/chat/completions", json={**asked, "stream": True, "stream_options": {"include_usage": True}}).text.split("\n\n")
    assert lines[-2] == "data: [DONE]"
    chunks = [json.loads(line[6:]) for line in lines[:-2]]
    deltas = [one["choices"][0] for one in chunks if one["choices"]]
    assert "".join(one["delta"].get("content", "") for one in deltas) == whole["choices"][0]["message"]["content"]
    assert [one["finish_reason"] for one in deltas][-1] == whole["choices"][0]["finish_reason"]
    assert all(one["finish_reason"] is None for one in deltas[:-1])
    assert sum(len(one["logprobs"]["content"]) for one in deltas if one["logprobs"]) == whole["usage"]["completion_tokens"]
    assert chunks[-1]["usage"] == whole["usage"]


def test_a_stop_text_ends_the_answer_before_it(served):
    client, _ = served
    asked = {**CHAT, "model": "acme/demo/painter:step1", "temperature": 0, "stop": ["v"]}
    made = client.post("/v1/chat/completions", json=asked).json()["choices"][0]
    assert (made["message"]["content"], made["finish_reason"]) == ("mau", "stop")


def test_adapters_are_loaded_and_unloaded_as_in_vllm(served):
    client, folder = served
    load = {"lora_name": "mine", "lora_path": str(folder / "step-1")}
    assert client.post("/v1/load_lora_adapter", json=load).status_code == 200
    assert client.post("/v1/chat/completions", json={**CHAT, "model": "acme/demo/painter:step1"}).status_code == 200
    assert client.post("/v1/unload_lora_adapter", json={"lora_name": "acme/demo/painter:step1"}).status_code == 200
    assert "acme/demo/painter:step1" not in [one["id"] for one in client.get("/v1/models").json()["data"]]
    outside = client.post("/v1/load_lora_adapter", json={"lora_name": "x", "lora_path": "/etc"})
    assert (outside.status_code, "model folder" in outside.text) == (400, True)


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"model": "absent"}, 404, "there is no model absent"),
        ({"messages": []}, 400, "messages"),
        ({"n": 0}, 400, "n:"),
        ({"temperature": "hot"}, 400, "temperature"),
        ({"messages": [{"role": "user", "content": "a" * 3000}]}, 400, "the model supports 512"),
    ],
)
def test_bad_requests(served, change, status, words):
    client, _ = served
    response = client.post("/v1/chat/completions", json={**CHAT, "model": "tiny", **change})
    assert (response.status_code, words in response.json()["error"]["message"]) == (status, True)


def test_a_key_is_required_if_there_is_one(trainer):
    client = TestClient(create_app(Registry(trainer / "models"), Engine(), "secret"))
    assert client.get("/v1/models").status_code == 401
    assert client.get("/v1/models", headers={"authorization": "Bearer secret"}).status_code == 200
