import { LABEL_CHARS } from "./limits";

const DIGEST = /^[\w-]{43}$/;
const LABEL = /^[\w.-]+$/;
const VERSION = /^v\d+$/;

/** Why a text cannot be a label: it must be none of the other names of a version. Undefined for one that can. */
export function labelProblem(text: string): string | undefined {
  if (text === "") return "must not be empty";
  if (text.length > LABEL_CHARS) return `must have at most ${LABEL_CHARS} characters`;
  if (!LABEL.test(text)) return "must have only letters, digits, _, . and -";
  if (text === "latest") return "must not be latest, which is always the newest version";
  if (VERSION.test(text)) return "must not be v and a number, which is a version";
  if (DIGEST.test(text)) return "must not have 43 letters and digits, as digests have";
  return undefined;
}
