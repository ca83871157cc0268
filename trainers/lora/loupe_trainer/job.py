"""The request of a job: groups of trajectories with rewards. It is data of whoever may submit jobs, and is not trusted."""

import hashlib
import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .problem import Problem

Json = dict[str, Any]


@dataclass
class Trajectory:
    # Where it is in the request, for messages: "group 2, trajectory 1", counted from 1.
    place: str
    reward: float
    # Each history is a list of messages and choices of its own, with its tools.
    histories: list[tuple[list[Json], list[Json] | None]]


@dataclass
class Group:
    trajectories: list[Trajectory] = field(default_factory=list)


@dataclass(frozen=True)
class Job:
    id: str
    model: str
    model_id: str
    project: str
    base_model: str
    config: Json | None
    groups: list[Group]
    # Of the body and the model, so that a job with the same body continues one that was killed.
    digest: str


def read_job(environment: dict[str, str] | os._Environ = os.environ) -> Job:
    path = environment.get("LOUPE_JOB_REQUEST")
    if not path:
        raise Problem("LOUPE_JOB_REQUEST is not set: loupe-train is started by Loupe, see docs/training.md.")
    content = Path(path).read_bytes()
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Problem(f"The request is not JSON: {error}.") from None
    model_id = environment.get("LOUPE_JOB_MODEL_ID") or str(body.get("model_id", ""))
    if not model_id.replace("-", "").isalnum():
        raise Problem("The ID of the model is not a UUID; submit the job through Loupe.")
    return Job(
        id=environment.get("LOUPE_JOB_ID", "job"),
        model=environment.get("LOUPE_JOB_MODEL", model_id),
        model_id=model_id,
        project=environment.get("LOUPE_JOB_PROJECT", ""),
        base_model=environment.get("LOUPE_JOB_BASE_MODEL", ""),
        config=body.get("experimental_config"),
        groups=read_groups(body.get("trajectory_groups")),
        digest=hashlib.sha256(model_id.encode() + content).hexdigest()[:32],
    )


def read_groups(given: Any) -> list[Group]:
    if not isinstance(given, list) or not given:
        raise Problem("The job has no groups of trajectories; add rated traces or a file.")
    groups = [_group(one, place) for place, one in enumerate(given, 1)]
    if not any(group.trajectories for group in groups):
        raise Problem("All groups are empty: no attempt succeeded. Check the rollouts, and submit the job again.")
    return groups


def _group(given: Any, place: int) -> Group:
    if not isinstance(given, dict) or not isinstance(given.get("trajectories"), list):
        raise Problem(f"Group {place} has no list of trajectories.")
    return Group([_trajectory(one, f"group {place}, trajectory {index}") for index, one in enumerate(given["trajectories"], 1)])


def _trajectory(given: Any, place: str) -> Trajectory:
    reward = given.get("reward") if isinstance(given, dict) else None
    if isinstance(reward, bool) or not isinstance(reward, (int, float)) or not math.isfinite(reward):
        raise Problem(f"The reward of {place} is not a finite number; correct the reward function.")
    histories = [_history(one, place) for one in _histories(given)]
    return Trajectory(place, float(reward), histories)


def _histories(given: Json) -> list[Json]:
    exchanges = given.get("exchanges")
    if exchanges and not given.get("messages_and_choices"):
        return _exchanged(exchanges)
    return [given, *(one for one in given.get("additional_histories") or [] if isinstance(one, dict))]


def _exchanged(exchanges: Json) -> list[Json]:
    """ART 0.5.23 sends each request with its response instead of messages."""
    others = [name for name, listed in exchanges.items() if listed and name != "chat_completions"]
    if others:
        raise Problem(f"Exchanges of type {others[0]} are not supported; use chat completions for the rollouts.")
    histories = []
    for exchange in exchanges.get("chat_completions") or []:
        request, response = exchange.get("request") or {}, exchange.get("response") or {}
        [choice] = (response.get("choices") or [])[:1] or [None]
        if choice is None:
            continue
        if "prompt_token_ids" in response and "prompt_token_ids" not in choice:
            choice = {**choice, "prompt_token_ids": response["prompt_token_ids"]}
        histories.append({"messages_and_choices": [*(request.get("messages") or []), choice], "tools": request.get("tools")})
    return histories


def _history(given: Json, place: str) -> tuple[list[Json], list[Json] | None]:
    items = given.get("messages_and_choices")
    if not isinstance(items, list) or not items or not all(isinstance(one, dict) for one in items):
        raise Problem(f"There are no messages in {place}.")
    tools = given.get("tools")
    return items, tools if isinstance(tools, list) and tools else None
