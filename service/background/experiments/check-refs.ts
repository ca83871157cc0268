import type { ExperimentDefinition } from "@/lib/contract/experiments";
import type { FieldError } from "@/lib/contract/field-errors";
import { readAnyRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import type { JsonText } from "@/lib/json/text";
import { readScorer } from "@/lib/scorer/stored-scorer";
import type { Store } from "@/service/store/store";
import { readScorers, readVersions } from "@/service/background/scoring/read-scorers";
import type { VersionedScorer } from "@/service/background/scoring/score-answer";

/** The errors of the refs to the dataset, the prompt and the scorers, each at its field. */
export async function checkRefs(
  store: Pick<Store, "readObjectValues">,
  projectId: string,
  { dataset_ref, prompt_ref, scorer_refs, table_digest }: ExperimentDefinition,
): Promise<FieldError[]> {
  const fields = [
    ...(dataset_ref ? [{ path: "dataset_ref", ref: dataset_ref, problem: datasetProblem(table_digest) }] : []),
    ...(prompt_ref ? [{ path: "prompt_ref", ref: prompt_ref, problem: () => undefined }] : []),
    ...(scorer_refs ?? []).map((ref, place) => ({ path: `scorer_refs[${place}]`, ref, problem: scorerProblem })),
  ];
  const values = await readVersions(
    store,
    projectId,
    fields.map(({ ref }) => ref),
  );
  const errors = fields.flatMap(({ path, problem }, place) => {
    const value = values[place];
    const message = value ? problem(value) : "must be the ref of a version of an object in this project";
    return message === undefined ? [] : [{ path, message }];
  });
  return errors.length > 0 ? errors : sameNames(await readScorers(store, projectId, scorer_refs ?? []));
}

/** A score has the name of its scorer, so that two scorers must not have the same one. */
function sameNames(scorers: readonly VersionedScorer[]): FieldError[] {
  return scorers.flatMap(({ name }, place) =>
    scorers.findIndex((one) => one.name === name) < place
      ? [{ path: `scorer_refs[${place}]`, message: `has the same name as another scorer, ${name}` }]
      : [],
  );
}

const datasetProblem = (table: string) => (value: JsonText) => {
  const rows = readAnyRef(JsonNode.parse(value).get("rows")?.string() ?? "");
  return rows?.kind === "table" && rows.digest === table ? undefined : "must be a version of a dataset with this table";
};

function scorerProblem(value: JsonText): string | undefined {
  return readScorer(value) ? undefined : "must be a version of a scorer that Loupe can run";
}
