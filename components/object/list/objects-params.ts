import { createLoader, parseAsString, type SearchParams } from "nuqs/server";

import { sortParam } from "@/components/data-table/url-params";
import type { ObjectSortKey, ObjectsView } from "@/lib/queries/objects";

const sortKeys = ["name", "class", "version", "size", "created", "user"] as const satisfies readonly ObjectSortKey[];

/** The sort key with this name, if there is one. */
export function objectSortKey(text: string | undefined): ObjectSortKey | undefined {
  return sortKeys.find((key) => key === text);
}

/** How the address has the view of the list of objects. */
export const viewParams = {
  q: parseAsString.withDefault(""),
  objectClass: parseAsString.withDefault(""),
  sort: sortParam(objectSortKey).withDefault({ by: "created", direction: "desc" }),
};
export const viewKeys = { urlKeys: { objectClass: "class" } };

/** The view of the list of objects at an address. */
export function objectsViewAt(search: SearchParams): ObjectsView {
  return createLoader(viewParams, viewKeys)(search);
}
