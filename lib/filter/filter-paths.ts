import { fieldPath } from "@/lib/contract/expression";

import { fieldAt, isPayloadPath } from "./fields";
import type { Filter } from "./filter";

/** The paths of the attributes and of the values inside payloads and feedback that a filter is about. */
export function pathsIn(filter: Filter): string[] {
  const paths = new Set<string>();
  changePaths(filter, (path) => {
    paths.add(path);
    return path;
  });
  return [...paths];
}

/** The filter about the value at another path. */
export function withPath(filter: Filter, path: string, other: string): Filter {
  return changePaths(filter, (one) => (one === path ? other : one));
}

function changePaths(filter: Filter, change: (path: string) => string): Filter {
  switch (filter.kind) {
    case "and":
    case "or":
      return { ...filter, parts: filter.parts.map((part) => changePaths(part, change)) };
    case "not":
    case "related":
      return { ...filter, part: changePaths(filter.part, change) };
    case "field":
      return isWhole(filter.field) ? filter : { ...filter, field: change(filter.field) };
    default:
      return filter;
  }
}

/** Whether a field is a column, or a whole payload, which calls do have. */
function isWhole(path: string): boolean {
  return fieldAt(path)?.type !== "json" || !path.includes(".");
}

/**
 * The path whose name is most like that of `path`, ignoring case, among known ones and the objects and lists that their
 * values are in; undefined if none is similar.
 */
export function nearestPath(path: string, known: readonly string[]): string | undefined {
  const name = nameOf(path);
  let most = Math.max(2, Math.floor(name.length / 3));
  let nearest: string | undefined;
  for (const one of new Set(known.flatMap((leaf) => [leaf, ...outerPaths(leaf)]))) {
    const other = nameOf(one);
    if (one === path || Math.abs(other.length - name.length) > most) continue;
    const distance = editDistance(name, other);
    if (distance > most) continue;
    most = distance - 1;
    nearest = one;
  }
  return nearest;
}

/** The paths of the objects and lists inside a payload that contain a value, without the payload itself. */
function outerPaths(path: string): string[] {
  const names = isPayloadPath(path) ? (fieldPath(path) ?? []) : [];
  const escaped = names.map((name) => name.replaceAll(".", "\\."));
  return escaped.slice(2).map((_, index) => escaped.slice(0, index + 2).join("."));
}

const nameOf = (path: string) => (fieldAt(path)?.name ?? path).toLowerCase();

/** How many characters must be inserted, removed or replaced to turn one text into the other (Levenshtein 1966). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let index = 0; index < a.length; index += 1) {
    const next = [index + 1];
    for (let place = 0; place < b.length; place += 1) {
      const replaced = (row[place] ?? 0) + (b.charAt(place) === a.charAt(index) ? 0 : 1);
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
