"use client";

import { useSearchParams } from "next/navigation";

import { LIST_PARAM } from "../page/list-param";

/**
 * The keys to what is next and previous in the view of a trace. On a page that was opened from a list, `j` and `k` are the
 * keys to the other traces of the list.
 */
export function useStepKeys(): { next: string; previous: string } {
  const isInList = useSearchParams().has(LIST_PARAM);
  return isInList ? { next: "shift+j", previous: "shift+k" } : { next: "j", previous: "k" };
}
