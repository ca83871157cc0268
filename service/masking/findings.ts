import { MASKING_SAMPLES } from "@/lib/contract/limits";
import type { MaskingDryRun, MaskingRule, MaskingSample } from "@/lib/contract/masking";
import { formatPath } from "@/lib/json/format-path";
import { applyEdits, type Edit, editsOf, type Found } from "@/lib/masking/edits";
import type { Searched } from "@/lib/masking/find";

const AROUND_CHARS = 40;
/** What is shown around a match may have shrunk to this part by masking. */
const WINDOW_CHARS = 10 * AROUND_CHARS;
/** Of shorter matches no character is shown. */
const SHOWN_CHARS = 5;

type RuleFindings = MaskingDryRun["rules"][number];

/** What rules match in calls, one after another. */
export class Findings {
  readonly #rules: RuleFindings[];
  #callId = "";
  /** The rules that match in the call. */
  readonly #matching = new Set<number>();

  constructor(rules: readonly MaskingRule[]) {
    this.#rules = rules.map(({ name }) => ({ name, calls: 0, matches: 0, samples: [] }));
  }

  /** The next matches are in this call. */
  begin(callId: string): void {
    this.#callId = callId;
    this.#matching.clear();
  }

  add({ text, path }: Searched, found: readonly Found[]): void {
    let edits: Edit[] | undefined;
    for (const match of found) {
      const findings = this.#rules[match.rule.place];
      if (!findings) continue;
      findings.matches += 1;
      if (!this.#matching.has(match.rule.place)) findings.calls += 1;
      this.#matching.add(match.rule.place);
      if (findings.samples.length >= MASKING_SAMPLES) continue;
      edits ??= editsOf(text, found);
      findings.samples.push({ call_id: this.#callId, path: formatPath(path), ...excerpt(text, match, edits) });
    }
  }

  byRule(): RuleFindings[] {
    return this.#rules;
  }
}

/** A match between what is around it, in which nothing that a rule matches is left. */
function excerpt(
  text: string,
  match: Found,
  edits: readonly Edit[],
): Pick<MaskingSample, "before" | "match" | "after"> {
  const edit = edits.find(({ start, end }) => start <= match.start && match.end <= end) ?? match;
  const masked = (start: number, end: number) => {
    const inside = edits.filter((one) => one.start >= start && one.end <= end);
    const moved = inside.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
    return applyEdits(text.slice(start, end), moved).toWellFormed();
  };
  return {
    before: masked(wholeFrom(edits, Math.max(0, edit.start - WINDOW_CHARS)), edit.start)
      .slice(-AROUND_CHARS)
      .toWellFormed(),
    match: hidden(text.slice(match.start, match.end)),
    after: masked(edit.end, wholeTo(edits, Math.min(text.length, edit.end + WINDOW_CHARS)))
      .slice(0, AROUND_CHARS)
      .toWellFormed(),
  };
}

/** A position that is not inside of a match: the start of a window. */
const wholeFrom = (edits: readonly Edit[], at: number) =>
  edits.find(({ start, end }) => start < at && at < end)?.end ?? at;
const wholeTo = (edits: readonly Edit[], at: number) =>
  edits.find(({ start, end }) => start < at && at < end)?.start ?? at;

function hidden(match: string): string {
  const characters = Array.from(match);
  if (characters.length < SHOWN_CHARS) return "…";
  return `${characters[0]}…${characters.at(-1)}`;
}
