"use client";

import { useState } from "react";

import type { PlaygroundDocument } from "@/lib/playground/document";
import type { PlaygroundSession } from "@/lib/playground/session";
import { missingVariables } from "@/lib/playground/variables";

/** A run that was refused because variables have no value. */
interface Refusal {
  /** Id of the playground. */
  session: string;
  panes: readonly string[];
  names: readonly string[];
}

/** The last refused run of a playground, until each of its variables has had a value since, or another one is opened. */
export function useRefusal({ id, document }: PlaygroundSession) {
  const [refusal, setRefusal] = useState<Refusal>();
  const left = refusal && stillRefused(refusal, id, document);
  if (left !== refusal) setRefusal(left);
  return [left, setRefusal] as const;
}

function stillRefused(refusal: Refusal, session: string, document: PlaygroundDocument): Refusal | undefined {
  if (refusal.session !== session) return undefined;
  const missing = missingVariables(document, refusal.panes);
  const names = refusal.names.filter((name) => missing.includes(name));
  if (names.length === refusal.names.length) return refusal;
  return names.length === 0 ? undefined : { ...refusal, names };
}
