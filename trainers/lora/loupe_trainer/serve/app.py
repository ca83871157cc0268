"""The HTTP interface: OpenAI's chat completions, and vLLM's endpoints for adapters."""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator
from typing import Any

import torch
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ..problem import Problem
from .answer import Answer, Choice
from .engine import Busy, Engine, Work
from .generate import Row
from .registry import Registry, Served
from .request import Asked, BadRequest, read_request
from .sampling import Drawn

MOST_BYTES = 32 * 2**20
# A token of a choice, and why the choice ends with it, if it does.
Event = tuple[Choice, Drawn, str | None] | Exception


def create_app(registry: Registry, engine: Engine, key: str | None = None) -> Starlette:
    def is_allowed(request: Request) -> bool:
        return key is None or hmac.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {key}".encode())

    async def models(request: Request) -> Response:
        if not is_allowed(request):
            return problem(401, "The key is missing or wrong")
        listed = [_listed(name, None) for name in registry.bases]
        adapters = await asyncio.to_thread(registry.adapters)
        return JSONResponse({"object": "list", "data": listed + [_listed(one.name, one.base.name) for one in adapters]})

    async def complete(request: Request) -> Response:
        body = await read_body(request)
        if not is_allowed(request):
            return problem(401, "The key is missing or wrong")
        if isinstance(body, Response):
            return body
        served = await asyncio.to_thread(registry.find, str(body.get("model")))
        if served is None:
            return problem(404, f"model: there is no model {body.get('model')}; GET /v1/models lists the models")
        try:
            loaded = await asyncio.to_thread(engine.loaded, served)
            asked = read_request(body, loaded)
            answer = Answer(asked, loaded, served.name)
            events = _start(engine, served, asked, answer)
        except BadRequest as error:
            return problem(400, str(error))
        except Problem as error:
            return problem(503, str(error))
        except Busy:
            return problem(429, "Too many requests wait; try again later")
        if asked.streams:
            return StreamingResponse(_stream(answer, events), media_type="text/event-stream")
        async for event in _until_done(answer, events):
            if isinstance(event, Exception):
                return problem(500, f"The model failed: {event}")
        return JSONResponse(answer.whole())

    async def load(request: Request) -> Response:
        body = await read_body(request)
        if not is_allowed(request):
            return problem(401, "The key is missing or wrong")
        if isinstance(body, Response):
            return body
        wrong = await asyncio.to_thread(registry.load, str(body.get("lora_name")), str(body.get("lora_path")))
        return problem(400, wrong) if wrong else Response(f"Success: LoRA adapter '{body['lora_name']}' added successfully.")

    async def unload(request: Request) -> Response:
        body = await read_body(request)
        if not is_allowed(request):
            return problem(401, "The key is missing or wrong")
        if isinstance(body, Response):
            return body
        name = str(body.get("lora_name"))
        is_known = await asyncio.to_thread(registry.unload, name)
        return Response(f"Success: LoRA adapter '{name}' removed successfully.") if is_known else problem(404, f"lora_name: there is no adapter {name}")

    async def health(_request: Request) -> Response:
        return Response("")

    return Starlette(
        routes=[
            Route("/health", health),
            Route("/v1/models", models),
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/load_lora_adapter", load, methods=["POST"]),
            Route("/v1/unload_lora_adapter", unload, methods=["POST"]),
        ]
    )


def problem(status: int, message: str) -> Response:
    return JSONResponse({"error": {"message": message, "type": "invalid_request_error", "code": status}}, status)


async def read_body(request: Request) -> dict[str, Any] | Response:
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > MOST_BYTES:
            return problem(413, f"The body has more than {MOST_BYTES // 2**20} MiB")
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return problem(400, "The body is not JSON")
    return body if isinstance(body, dict) else problem(400, "The body is not a JSON object")


def _listed(name: str, parent: str | None) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "loupe-serve", "root": name, "parent": parent}


def _start(engine: Engine, served: Served, asked: Asked, answer: Answer) -> "asyncio.Queue[Event]":
    events: asyncio.Queue[Event] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def put(event: Event) -> None:
        loop.call_soon_threadsafe(events.put_nowait, event)

    def row(choice: Choice) -> Row:
        def on_token(drawn: Drawn, finish: str | None) -> bool:
            put((choice, drawn, finish))
            return not answer.is_left

        seed = asked.sampling.seed
        generator = torch.Generator().manual_seed(seed + choice.index) if seed is not None else None
        return Row(asked.prompt, asked.sampling, on_token, generator)

    engine.submit(Work(served, [row(one) for one in answer.choices], put))
    return events


async def _until_done(answer: Answer, events: "asyncio.Queue[Event]") -> AsyncIterator[Event]:
    open_choices = len(answer.choices)
    try:
        while open_choices:
            event = await events.get()
            if isinstance(event, Exception):
                yield event
                return
            choice, drawn, finish = event
            choice.drawn.append(drawn)
            choice.finish = finish
            open_choices -= finish is not None
            yield event
    finally:
        answer.is_left = True


async def _stream(answer: Answer, events: "asyncio.Queue[Event]") -> AsyncIterator[str]:
    def line(value: Any) -> str:
        return f"data: {json.dumps(value)}\n\n"

    for choice in answer.choices:
        yield line(answer.first_chunk(choice))
    async for event in _until_done(answer, events):
        if isinstance(event, Exception):
            yield line({"error": {"message": f"The model failed: {event}", "type": "server_error"}})
            return
        yield line(answer.next_chunk(event[0], [event[1]]))
    if answer.asked.includes_usage:
        yield line(answer.usage_chunk())
    yield "data: [DONE]\n\n"
