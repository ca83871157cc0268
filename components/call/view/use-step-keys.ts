"use client";

import { createContext, use } from "react";

/** Whether `j` and `k` are the keys to the other traces of a list. */
export const HasListKeys = createContext(false);

/** The keys to what is next and previous in the view of a trace; `j` and `k` unless these move in a list. */
export function useStepKeys(): { next: string; previous: string } {
  return use(HasListKeys) ? { next: "shift+j", previous: "shift+k" } : { next: "j", previous: "k" };
}
