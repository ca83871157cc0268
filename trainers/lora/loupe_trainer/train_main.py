"""`loupe-train`: trains the job that the environment names, and prints events, one JSON object a line."""

import json
import os
import sys

from . import __version__
from .events import log, say_failed
from .job import read_job
from .places import allowed_models
from .problem import Problem
from .stop_signals import watch_stop_signals

HELP = """loupe-train: trains one job of Loupe. Loupe starts it; see docs/training.md.

  loupe-train              train the job of LOUPE_JOB_REQUEST
  loupe-train --describe   print the version and the base models that it may train, as JSON
"""


def main() -> None:
    arguments = sys.argv[1:]
    if "--describe" in arguments:
        print(json.dumps({"version": __version__, "base_models": list(allowed_models())}))
    elif arguments:
        print(HELP)
        sys.exit(0 if arguments[0] in ("-h", "--help") else 2)
    else:
        sys.exit(run())


def run() -> int:
    threads = os.environ.get("LOUPE_TRAINER_THREADS")
    if threads:
        os.environ["OMP_NUM_THREADS"] = threads
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        job = read_job()
        keepers = watch_stop_signals()
        # Takes seconds, which a request that cannot be read does not need.
        import torch

        if threads:
            torch.set_num_threads(int(threads))
        from .train import train

        train(job, keepers)
        return 0
    except Problem as problem:
        say_failed(str(problem))
    except MemoryError:
        say_failed(NO_MEMORY)
    except Exception as error:
        if "out of memory" not in str(error).lower():
            log(f"{type(error).__name__}: {error}")
            raise
        say_failed(NO_MEMORY)
    return 1


NO_MEMORY = (
    "Memory ran out during training: use a smaller pack (packed_sequence_length), activation_checkpointing, 4-bit "
    "(quantization) on a GPU, or a smaller base model. The last checkpoint is unchanged."
)

if __name__ == "__main__":
    main()
