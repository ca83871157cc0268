import { facetPath } from "@/lib/contract/facet-field";
import { shortFeedbackField } from "@/lib/contract/feedback-field";
import { fieldAt, fieldNamed, shortPath } from "@/lib/filter/fields";

/** Labels of the facets that every project has. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["overview.status", "Status"],
  ["op_name", "Op"],
  ["overview.model", "Model"],
  ["overview.kind", "Kind"],
  ["overview.user_id", "User"],
  ["thread_id", "Thread"],
  ["feedback.reaction", "Reaction"],
  ["feedback.note", "Note"],
  ["feedback.by", "Feedback by"],
]);
const OFFERED_ONLY = ["feedback.note", "feedback.by"];
/** Number of annotations and scores whose values are shown unless others were chosen. */
const maxScores = 4;

/** The label of a facet: that of a well-known field, otherwise the field's name in the filter's text. */
export function facetWords(path: string): string {
  return LABELS.get(path) ?? fieldAt(path)?.name ?? path;
}

/** The facets that are shown unless others were chosen; `given` are the paths of the project's feedback. */
export function defaultFacets(given: readonly string[]): string[] {
  const scores = given.flatMap((path) => shortFeedbackField(path) ?? []);
  const always = [...LABELS.keys()].filter((path) => !OFFERED_ONLY.includes(path));
  return [...always, ...[...new Set(scores)].slice(0, maxScores)];
}

/** The facets that can be added to the chosen ones; `found` are paths of feedback and of values inside payloads. */
export function offeredFacets(chosen: readonly string[], found: readonly string[]): string[] {
  const short = found.filter((path) => !isPersonal(path)).map(shortPath);
  return [...new Set([...LABELS.keys(), ...short])].filter((path) => facetPath(path) && !chosen.includes(path));
}

/** The facet with this name in the filter's text, or at this path; undefined if calls cannot be counted by it. */
export function facetNamed(name: string): string | undefined {
  const { path } = fieldNamed(name) ?? {};
  return path && facetPath(shortPath(path));
}

/** Reactions and notes have facets of their own. */
function isPersonal(path: string): boolean {
  return /^feedback\.\[(core|wandb)\.(reaction|note)\.1\]/.test(path);
}

/** The stored facets; undefined if none were stored or they are invalid. */
export function parseFacets(stored: string): string[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  return value.filter((path): path is string => typeof path === "string" && facetPath(path) === path);
}

/**
 * The latency above which calls are marked as slow: the 95th percentile, in milliseconds, rounded up to two digits so
 * that it stays the same while calls arrive; undefined without a latency.
 */
export function slowAbove(p95Ms: number | undefined): number | undefined {
  if (p95Ms === undefined || p95Ms <= 0) return undefined;
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(p95Ms)) - 1);
  return Math.ceil(p95Ms / unit) * unit;
}
