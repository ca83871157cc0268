import type { ExperimentDefinition } from "@/lib/contract/experiments";
import type { FieldError } from "@/lib/contract/field-errors";
import { expectedOf, requestVariables, rowRequest } from "@/lib/experiment/row-request";
import type { JsonText } from "@/lib/json/text";
import { judgeVariables } from "@/lib/scorer/judge";
import { needsExpected, variablesOfJudge } from "@/lib/scorer/traits";
import type { VersionedScorer } from "@/service/background/scoring/score-answer";
import type { Store } from "@/service/store/store";

/** Rows that are read at once. */
const BATCH = 200;

/** A value that some row must have, and the field that asks for it. */
type Need = { path: string; message: string; isIn: (row: JsonText) => boolean };

/**
 * The errors of variables and of an expected answer for which no row to run has a value: every row would fail, or no answer
 * would have a score. Rows are read until each value was found once.
 */
export async function checkValues(
  store: Pick<Store, "readTableValues">,
  projectId: string,
  definition: ExperimentDefinition,
  { digests, scorers }: { digests: readonly string[]; scorers: readonly VersionedScorer[] },
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const comparing = scorers.find((scorer) => needsExpected(scorer.definition));
  if (comparing && definition.expected == null)
    errors.push({ path: "expected", message: `is required: ${comparing.name} compares with an expected answer` });
  let needs = needsOf(definition, scorers, comparing !== undefined);
  const distinct = [...new Set(digests)];
  for (let start = 0; start < distinct.length && needs.length > 0; start += BATCH) {
    const keys = distinct.slice(start, start + BATCH).map((digest) => ({ digest }));
    for (const row of await store.readTableValues(projectId, definition.table_digest, keys))
      if (row) needs = needs.filter(({ isIn }) => !isIn(row));
  }
  return [...errors, ...needs.map(({ path, message }) => ({ path, message }))];
}

function needsOf(definition: ExperimentDefinition, scorers: readonly VersionedScorer[], isCompared: boolean): Need[] {
  const ofRequest = requestVariables(definition).map((name) => ({
    path: "request.messages",
    message: missing(name),
    isIn: (row: JsonText) => !rowRequest(definition, row).missing.includes(name),
  }));
  const ofExpected = {
    path: "expected",
    message: "no row has a value in this column",
    isIn: (row: JsonText) => expectedOf(definition, row) !== undefined,
  };
  const ofJudges = scorers.flatMap(({ definition: scorer }, place) => {
    if (scorer.type !== "judge") return [];
    const names = variablesOfJudge(scorer).filter((name) => name !== "output" && name !== "expected");
    return names.map((name) => ({
      path: `scorer_refs[${place}]`,
      message: missing(name),
      isIn: (row: JsonText) => Object.hasOwn(judgeVariables({ row, output: "", expected: undefined }), name),
    }));
  });
  return [...ofRequest, ...(isCompared && definition.expected != null ? [ofExpected] : []), ...ofJudges];
}

const missing = (name: string) => `no row has a value for {{${name}}}`;
