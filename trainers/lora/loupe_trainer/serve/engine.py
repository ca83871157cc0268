"""One thread computes; requests wait for it, and those for the same weights are computed together."""

import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ..events import log
from .generate import Row, generate
from .loaded import Loaded
from .registry import Served

MOST_ROWS = 64
MOST_WAITING = 1024


@dataclass
class Work:
    served: Served
    rows: list[Row]
    on_error: Callable[[Exception], None]


class Busy(Exception):
    """Too many requests wait."""


class Engine:
    def __init__(self) -> None:
        self._waiting: queue.Queue[Work] = queue.Queue(MOST_WAITING)
        self._held: list[Work] = []
        self._loaded: tuple[str, Loaded] | None = None
        self._loading = threading.Lock()
        threading.Thread(target=self._run, daemon=True).start()

    def loaded(self, served: Served) -> Loaded:
        """One base model is in memory at a time."""
        with self._loading:
            if self._loaded is None or self._loaded[0] != served.base.name:
                self._loaded = None
                self._loaded = (served.base.name, Loaded(served.base))
            return self._loaded[1]

    def submit(self, work: Work) -> None:
        try:
            self._waiting.put_nowait(work)
        except queue.Full:
            raise Busy from None

    def _run(self) -> None:
        while True:
            batch = self._next()
            try:
                loaded = self.loaded(batch[0].served)
                with loaded.using(batch[0].served) as model:
                    generate(model, loaded, [row for work in batch for row in work.rows])
            except Exception as error:
                log(f"{type(error).__name__}: {error}")
                for work in batch:
                    work.on_error(error)

    def _next(self) -> list[Work]:
        """The request that waited longest, and others for the same weights."""
        if not self._held:
            self._held.append(self._waiting.get())
        while not self._waiting.empty():
            self._held.append(self._waiting.get_nowait())
        first = self._held[0]
        batch, rows = [], 0
        for work in list(self._held):
            fits = not batch or rows + len(work.rows) <= MOST_ROWS
            if work.served == first.served and fits:
                batch.append(work)
                rows += len(work.rows)
                self._held.remove(work)
        return batch
