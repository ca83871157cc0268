"""Tells a model server of a new adapter: vLLM's interface, which loupe-serve has too."""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path

from .events import log

TIMEOUT_S = 60


def load_into_server(name: str, folder: Path) -> bool:
    """A checkpoint is stored whether a server takes it or not, so a failure is only reported."""
    address = os.environ.get("LOUPE_TRAINER_SERVER", "").rstrip("/").removesuffix("/v1")
    if not address:
        return False
    key = os.environ.get("LOUPE_TRAINER_SERVER_KEY")
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {key}"} if key else {})}
    body = json.dumps({"lora_name": name, "lora_path": str(folder.resolve())}).encode()
    request = urllib.request.Request(f"{address}/v1/load_lora_adapter", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S):
            log(f"{address} serves {name}")
            return True
    except urllib.error.HTTPError as error:
        said = error.read(2000).decode(errors="replace")
        log(f"{address} did not load {name}: {error.code} {said}")
    except OSError as error:
        log(f"{address} did not load {name}: {error}. Start it; loupe-serve loads what is in the model folder.")
    return False
