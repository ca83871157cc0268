"""`loupe-serve`: serves the operator's base models and the checkpoints of the model folder."""

import argparse
import os

from ..places import model_folder
from ..problem import Problem

PORT = 8012


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="loupe-serve",
        description="Serves the base models of LOUPE_TRAINER_BASE_MODELS and the checkpoints in LOUPE_MODEL_FOLDER.",
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=PORT)
    arguments = parser.parse_args()
    try:
        folder = model_folder()
    except Problem as problem:
        parser.error(str(problem))
    key = os.environ.get("LOUPE_SERVE_KEY") or None
    if arguments.host not in ("127.0.0.1", "::1", "localhost") and key is None:
        parser.error("LOUPE_SERVE_KEY is required if others can reach this server")
    import torch
    import uvicorn

    from .app import create_app
    from .engine import Engine
    from .registry import Registry

    if threads := os.environ.get("LOUPE_TRAINER_THREADS"):
        torch.set_num_threads(int(threads))
    uvicorn.run(create_app(Registry(folder), Engine(), key), host=arguments.host, port=arguments.port, log_level="warning")


if __name__ == "__main__":
    main()
