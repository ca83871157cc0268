"use client";

import { useEffect, useState, type ReactNode } from "react";

import { DraftOwner } from "./draft-owner";
import { changeHands } from "./personal-storage";

interface PersonProps {
  /** A name for who is signed in; it says nothing about them. */
  owner: string;
  children: ReactNode;
}

/** Shows the drafts and the other kept things of one person, and of nobody else. */
export function Person({ owner, children }: PersonProps) {
  // Before anything below reads the storage.
  const [shown] = useState(() => {
    if (typeof window !== "undefined") takeOver(owner);
    return owner;
  });
  useEffect(() => {
    // Somebody else has signed in without leaving the page: what it shows is the first person's.
    if (shown !== owner) window.location.reload();
  }, [shown, owner]);
  return <DraftOwner value={owner}>{children}</DraftOwner>;
}

function takeOver(owner: string): void {
  for (const storage of [() => localStorage, () => sessionStorage])
    try {
      changeHands(storage(), owner);
    } catch {
      // Storage is full or blocked: there is little that could be shown to anybody.
    }
}
