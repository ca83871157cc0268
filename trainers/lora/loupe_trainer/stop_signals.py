"""Stopping within seconds, also during a long computation."""

import os
import signal
import threading
from typing import Protocol

# As shells report a program that was ended by SIGTERM.
STOPPED = 143


class Stoppable(Protocol):
    def stop(self) -> None: ...


def watch_stop_signals() -> list[Stoppable]:
    """
    Call before any other thread is started, which then ignore the signals too: a thread of their own reads them, and lets
    whatever is in the returned list save its state.
    """
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    keepers: list[Stoppable] = []

    def wait() -> None:
        signal.sigwait(signals)
        for keeper in keepers:
            keeper.stop()
        os._exit(STOPPED)

    threading.Thread(target=wait, daemon=True).start()
    return keepers
