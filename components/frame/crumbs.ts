import { ancestorPath, decodeSegment } from "@/lib/format/address";

import { SCREENS } from "./screens";

/** A step of the breadcrumb. */
export interface Crumb {
  label: string;
  /** Its address; the last one has none. */
  href?: string;
  /** The whole id, for copying. */
  id?: string;
}

/** Pages whose segment is in the place of an id, by their path below the project. */
const PLACES = new Map([
  ["calls/compare", "Compare"],
  ["experiments/compare", "Compare"],
  ["experiments/leaderboard", "Leaderboard"],
  ["experiments/new", "New experiment"],
  ["feedback/analysis", "Analysis"],
  ["feedback/annotations", "Annotations"],
  ["feedback/queues", "Queues"],
  ["feedback/queues/new", "New queue"],
  ["privacy/erasure", "Erasure"],
  ["scorers", "Scorers"],
  ["scorers/new", "New scorer"],
  ["tables/new", "Upload"],
  ["training/new", "New job"],
]);

/** The breadcrumb of an address `/<entity>/<project>/<screen>/<id>…`; a project's home has none. */
export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  return segments.slice(2).map((segment, index, rest) => {
    const last = index === rest.length - 1;
    const href = last ? undefined : ancestorPath(pathname, index + 3);
    const text = decodeSegment(segment);
    const place = PLACES.get(rest.slice(0, index + 1).join("/"));
    if (place !== undefined) return { label: place, href };
    if (index > 0) return { label: text, href, id: text };
    return { label: SCREENS.find(({ segments: [first] }) => first === segment)?.label ?? text, href };
  });
}
