"""Events of a job, one JSON object a line on standard output."""

import json
import math
import sys
from typing import Any

MESSAGE_CHARS = 4000


def say(event: str, **data: Any) -> None:
    print(json.dumps({"type": event, "data": data}), flush=True)


def log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def say_failed(message: str) -> None:
    """`error_message` is what ART reads."""
    cut = message[:MESSAGE_CHARS]
    say("training_failed", message=cut, error_message=cut)


def flat_numbers(metrics: dict[str, float]) -> dict[str, float]:
    """Clients read every value of a gradient step as a number, and JSON has no NaN."""
    return {name: float(f"{value:.6g}") for name, value in metrics.items() if math.isfinite(value)}
