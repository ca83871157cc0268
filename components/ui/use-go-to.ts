"use client";

import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";

const noParsers = {};

/**
 * Returns a function that leads to another page, also right after something was chosen on this one: the address follows
 * such a choice a moment later, and a change of the address cancels a navigation that has begun.
 */
export function useGoTo(): (href: string) => void {
  const router = useRouter();
  const [, set] = useQueryStates(noParsers);
  // A change of nothing is made when the changes that wait are made.
  return useCallback((href) => void set({}).then(() => router.push(href)), [router, set]);
}
