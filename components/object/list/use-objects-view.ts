"use client";

import { createParser, parseAsString, useQueryStates } from "nuqs";
import { useCallback } from "react";

import type { ObjectSortKey, ObjectsView } from "@/lib/queries/objects";

const sortKeys = ["name", "class", "version", "size", "created", "user"] as const satisfies readonly ObjectSortKey[];

/** The sort key of this name, if it is one. */
export function objectSortKey(text: string | undefined): ObjectSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

/** `created.desc` in the URL. */
const parseAsSort = createParser<ObjectsView["sort"]>({
  parse: (text) => {
    const [by, direction] = text.split(".");
    const key = objectSortKey(by);
    return key && (direction === "asc" || direction === "desc") ? { by: key, direction } : null;
  },
  serialize: ({ by, direction }) => `${by}.${direction}`,
  eq: (a, b) => a.by === b.by && a.direction === b.direction,
});

const parsers = {
  q: parseAsString.withDefault(""),
  objectClass: parseAsString.withDefault(""),
  sort: parseAsSort.withDefault({ by: "created", direction: "desc" }),
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
