import type { SearchParams } from "nuqs/server";

import { type CallsView, NEWEST_TRACES, zonedView } from "@/lib/filter/calls-view";
import { isValuePath } from "@/lib/filter/fields";
import type { TimeZone } from "@/lib/format/time";
import type { CallsListParams } from "@/lib/queries/calls";

import { viewParams } from "./calls-params";

/**
 * What the trace list first shows at an address, to somebody in a time zone. It does without the loaders of nuqs, which
 * would be part of the first load of every page.
 */
export function listedAt(projectId: string, search: SearchParams, zone: TimeZone = "UTC"): CallsListParams {
  const all = (name: string) => [search[name] ?? []].flat();
  const read = <Value>(name: keyof CallsView, parser: { parse: (text: string) => Value | null }) => {
    const [text] = all(name);
    return text === undefined ? null : parser.parse(text);
  };
  const view: CallsView = {
    q: read("q", viewParams.q) ?? NEWEST_TRACES.q,
    from: read("from", viewParams.from),
    to: read("to", viewParams.to),
    range: read("range", viewParams.range),
    roots: read("roots", viewParams.roots) ?? NEWEST_TRACES.roots,
    sort: read("sort", viewParams.sort) ?? NEWEST_TRACES.sort,
  };
  return { projectId, view: zonedView(view, zone), columns: all("col").filter(isValuePath) };
}

/** The list in the value of `LIST_PARAM`, read as the list's own page reads it. */
export function listOf(projectId: string, value: string, zone: TimeZone): CallsListParams {
  const search = new URLSearchParams(value);
  return listedAt(projectId, Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)])), zone);
}
