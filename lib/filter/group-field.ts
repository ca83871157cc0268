import { FEEDBACK_LISTS } from "@/lib/contract/feedback-field";
import { FEEDBACK_TYPE, FEEDBACK_VALUE } from "@/lib/contract/feedback-groups";

import { fieldAt, fieldNamed, shortPath } from "./fields";

/** The groups of statistics that have names of their own, with the words for them. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["op", "op"],
  ["op_name", "op version"],
  ["version", "version"],
  ["model", "model"],
  ["user_id", "user"],
  ["thread_id", "thread"],
  [FEEDBACK_TYPE, "feedback type"],
  [FEEDBACK_VALUE, "feedback value"],
]);
const USER = "overview.user_id";

/**
 * The group of statistics that is meant by a name of its own, or by a field's name in the text of a filter, such as
 * `kind` or `acme.tier`; otherwise why there is none.
 */
export function groupNamed(name: string): { group: string } | { problem: string } {
  if (NAMED.has(name)) return { group: name };
  const path = fieldNamed(name)?.path;
  if (path === undefined) return { problem: `${name} is not a field of calls` };
  if (FEEDBACK_LISTS.some((list) => list === path))
    return { problem: `A call can have several values of ${name}: choose a metric of feedback and ${FEEDBACK_VALUE}` };
  return { group: path === USER ? "user_id" : shortPath(path) };
}

/** The name of a group as `groupNamed` reads it. */
export function groupName(group: string): string {
  return NAMED.has(group) ? group : (fieldAt(group)?.name ?? group);
}

/** What people call a group. */
export function groupWord(group: string): string {
  return NAMED.get(group) ?? groupName(group).replace(/^attributes\./, "");
}
