import { readAnyRef, type Ref } from "@/lib/contract/refs";
import { versionOfRef } from "@/lib/contract/version-name";
import { formatFilter } from "@/lib/filter/format-filter";
import { callPath, callsPath, projectPath, refPath, withSearch } from "@/lib/format/address";
import { hasIdForm } from "@/lib/contract/id-spellings";
import type { Place } from "@/lib/format/place";
import { printedLinkPath } from "@/lib/format/printed-links";
import { shortenMiddle } from "@/lib/format/shorten";

const SHOWN_CHARS = 40;
/** In any script. Ids of letters alone are found by asking for them. */
const WORD = /^[\p{L}\p{M}'’-]+$/u;

/**
 * Destinations for a typed or pasted text, the most likely first: a ref, a link, a project, a call by its id, a search.
 * `origin` is the dashboard's own, whose links lead to their page.
 */
export function typedPlaces(text: string, projectId: string | undefined, origin = ""): Place[] {
  const typed = text.trim();
  if (typed === "") return [];
  if (/^https?:\/\//i.test(typed) && URL.canParse(typed)) return linked(new URL(typed), origin);
  const ref = readAnyRef(typed);
  if (ref) return [{ href: refPath(ref), label: `Open the ${ref.kind} ${shown(nameOf(ref))}` }];
  const isProject = /^[^/\s]+\/[^/\s]+$/.test(typed);
  return [
    ...(isProject ? [{ href: projectPath(typed), label: `Open the project ${typed}` }] : []),
    ...(projectId ? inProject(typed, projectId) : []),
  ];
}

function linked(link: URL, origin: string): Place[] {
  const { pathname, search, hash } = link;
  const href = printedLinkPath(link) ?? (link.origin === origin ? `${pathname}${search}${hash}` : undefined);
  return href === undefined ? [] : [{ href, label: `Open ${shown(href)}` }];
}

function inProject(typed: string, projectId: string): Place[] {
  const search = {
    href: withSearch(callsPath(projectId), { q: formatFilter({ kind: "text", text: typed }) }),
    label: `Search traces for “${shown(typed)}”`,
  };
  // An id has no spaces; it may have 16 hex digits, be a UUID, or have another form.
  if (/\s/.test(typed)) return [search];
  // The page of a call that does not exist leads on to what has the id.
  if (hasIdForm(typed)) return [{ href: callPath(projectId, typed), label: `Open ${shown(typed)}` }, search];
  if (WORD.test(typed)) return [search];
  return [search, { href: callPath(projectId, typed), label: `Open the call ${shown(typed)}` }];
}

function nameOf(ref: Ref): string {
  if (ref.kind === "call" || ref.kind === "thread") return ref.id;
  return ref.kind === "table" ? ref.digest : `${ref.name}:${versionOfRef(ref.digest)}`;
}

const shown = (text: string) => shortenMiddle(text, SHOWN_CHARS);
