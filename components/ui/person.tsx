"use client";

import { useState, type ReactNode } from "react";

import { DraftOwner } from "./draft-owner";
import { changeHands } from "./personal-storage";
import { browserStorage, tabStorage } from "./safe-storage";

interface PersonProps {
  /** A name for the signed-in user that reveals nothing about them. */
  owner: string;
  children: ReactNode;
}

/**
 * Shows the drafts and other stored data of one person only. When another person signs in without leaving the page,
 * typed text stays on it.
 */
export function Person({ owner, children }: PersonProps) {
  const [current, setCurrent] = useState<string>();
  if (current !== owner) {
    // During rendering, before any child reads the storage.
    if (typeof window !== "undefined") takeOver(owner);
    setCurrent(owner);
  }
  return <DraftOwner value={owner}>{children}</DraftOwner>;
}

function takeOver(owner: string): void {
  for (const storage of [browserStorage, tabStorage]) changeHands(storage, owner);
}
