"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useCallback } from "react";

import { sortParam } from "@/components/data-table/url-params";
import type { ObjectSortKey, ObjectsView } from "@/lib/queries/objects";

const sortKeys = ["name", "class", "version", "size", "created", "user"] as const satisfies readonly ObjectSortKey[];

/** The sort key of this name, if it is one. */
export function objectSortKey(text: string | undefined): ObjectSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

const parsers = {
  q: parseAsString.withDefault(""),
  objectClass: parseAsString.withDefault(""),
  sort: sortParam(objectSortKey).withDefault({ by: "created", direction: "desc" }),
};

/** The whole view of the list of objects, kept in the URL. */
export function useObjectsView(): [ObjectsView, (change: Partial<ObjectsView>) => void] {
  const [view, setValues] = useQueryStates(parsers, { urlKeys: { objectClass: "class" } });
  const change = useCallback(
    // Going back undoes a choice, not a letter of a search.
    (next: Partial<ObjectsView>) => void setValues(next, { history: next.q === undefined ? "push" : "replace" }),
    [setValues],
  );
  return [view, change];
}
