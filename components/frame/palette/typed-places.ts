import { readAnyRef, type Ref } from "@/lib/contract/refs";
import { formatFilter } from "@/lib/filter/format-filter";
import { callPath, callsPath, projectPath, refPath, withSearch } from "@/lib/format/address";
import { shortenMiddle } from "@/lib/format/shorten";

/** A page to go to. */
export interface Place {
  href: string;
  label: string;
}

const SHOWN_CHARS = 40;

/** Destinations for a typed or pasted text, the most likely first: a ref, a project, a call by its id, a search. */
export function typedPlaces(text: string, projectId: string | undefined): Place[] {
  const typed = text.trim();
  if (typed === "") return [];
  const ref = readAnyRef(typed);
  if (ref) return [{ href: refPath(ref), label: `Open the ${ref.kind} ${shown(nameOf(ref))}` }];
  const isProject = /^[^/\s]+\/[^/\s]+$/.test(typed);
  return [
    ...(isProject ? [{ href: projectPath(typed), label: `Open the project ${typed}` }] : []),
    ...(projectId ? inProject(typed, projectId) : []),
  ];
}

function inProject(typed: string, projectId: string): Place[] {
  const search = {
    href: withSearch(callsPath(projectId), { q: formatFilter({ kind: "text", text: typed }) }),
    label: `Search traces for “${shown(typed)}”`,
  };
  // An id has no spaces; it may have 16 hex digits, be a UUID, or have another form.
  if (/\s/.test(typed)) return [search];
  return [search, { href: callPath(projectId, typed), label: `Open the call ${shown(typed)}` }];
}

function nameOf(ref: Ref): string {
  if (ref.kind === "call" || ref.kind === "thread") return ref.id;
  return ref.kind === "table" ? ref.digest : `${ref.name}:${ref.digest}`;
}

const shown = (text: string) => shortenMiddle(text, SHOWN_CHARS);
