import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { callPath, withSearch } from "@/lib/format/address";
import type { CallsListParams } from "@/lib/queries/calls";

import { LIST_PARAM } from "../page/list-param";
import { viewParams } from "./calls-params";

/** The page of a call in a list, which leads to the calls before and after it. */
export function listedCallPath({ projectId, view, columns = [] }: CallsListParams, callId: string): string {
  const { q, from, to, range, roots, sort } = view;
  const isNewestFirst = viewParams.sort.eq(sort, NEWEST_TRACES.sort);
  const list = new URLSearchParams([
    ...(q === "" ? [] : [["q", q]]),
    ...(from === null ? [] : [["from", from]]),
    ...(to === null ? [] : [["to", to]]),
    ...(range === null ? [] : [["range", viewParams.range.serialize(range)]]),
    ...(roots === NEWEST_TRACES.roots ? [] : [["roots", String(roots)]]),
    ...(isNewestFirst ? [] : [["sort", viewParams.sort.serialize(sort)]]),
    ...columns.map((path) => ["col", path]),
  ]);
  return withSearch(callPath(projectId, callId), { [LIST_PARAM]: list.toString() });
}
