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
 * Shows the drafts and the other stored data of one person, and of nobody else. When another person signs in without
 * leaving the page, what was typed on it stays.
 */
export function Person({ owner, children }: PersonProps) {
  const [current, setCurrent] = useState<string>();
  if (current !== owner) {
    // While rendering, before anything below reads the storage.
    if (typeof window !== "undefined") takeOver(owner);
    setCurrent(owner);
  }
  return <DraftOwner value={owner}>{children}</DraftOwner>;
}

function takeOver(owner: string): void {
  for (const storage of [browserStorage, tabStorage]) changeHands(storage, owner);
}
