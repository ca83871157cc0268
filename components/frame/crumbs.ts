import { decodeSegment } from "@/lib/format/address";

import { SCREENS } from "./screens";

/** A step of the way from the project to what the page shows. */
export interface Crumb {
  label: string;
  /** Where it leads; the last one leads nowhere. */
  href?: string;
  /** The whole id, for copying. */
  id?: string;
}

/** Stands where the id of a call would: the page that compares two. */
const COMPARISON = "compare";

/** Reads the breadcrumb out of an address `/<entity>/<project>/<screen>/<id>…`; a project's home has none. */
export function crumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  return segments.slice(2).map((segment, index, rest) => {
    const last = index === rest.length - 1;
    const href = last ? undefined : `/${segments.slice(0, index + 3).join("/")}`;
    const text = decodeSegment(segment);
    const isComparison = rest[0] === "calls" && text === COMPARISON;
    if (index > 0) return isComparison ? { label: "Compare", href } : { label: text, href, id: text };
    return { label: SCREENS.find((screen) => screen.segment === segment)?.label ?? text, href };
  });
}
