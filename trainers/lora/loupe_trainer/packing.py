"""Packs: several sequences in one row, so that no computation is spent on padding."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class Sized(Protocol):
    @property
    def length(self) -> int: ...


Unit = TypeVar("Unit", bound=Sized)


def pack(units: Iterable[Unit], tokens: int) -> list[list[Unit]]:
    """First fit in order of length; a unit that is longer than a pack is one of its own."""
    packs: list[list[Unit]] = []
    room: list[int] = []
    for unit in sorted(units, key=lambda one: -one.length):
        at = next((place for place, free in enumerate(room) if free >= unit.length), None)
        if at is None:
            packs.append([unit])
            room.append(tokens - unit.length)
        else:
            packs[at].append(unit)
            room[at] -= unit.length
    return packs
