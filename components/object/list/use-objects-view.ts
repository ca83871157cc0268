"use client";

import { useQueryStates } from "nuqs";
import { useCallback } from "react";

import type { ObjectsView } from "@/lib/queries/objects";

import { viewKeys, viewParams } from "./objects-params";

/** The whole view of the list of objects, kept in the URL. */
export function useObjectsView(): [ObjectsView, (change: Partial<ObjectsView>) => void] {
  const [view, setValues] = useQueryStates(viewParams, viewKeys);
  const change = useCallback(
    // Going back undoes a selection, not one letter of a search.
    (next: Partial<ObjectsView>) => void setValues(next, { history: next.q === undefined ? "push" : "replace" }),
    [setValues],
  );
  return [view, change];
}
