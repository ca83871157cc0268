import { parseRef, type Ref } from "@/lib/contract/refs";
import type { JsonText } from "@/lib/json/text";
import { nextTurn } from "@/lib/limit/turns";
import { variableCounts } from "@/lib/playground/variable-names";
import { readScorer } from "@/lib/scorer/stored-scorer";
import type { Store } from "@/service/store/store";
import type { VersionedScorer } from "./score-answer";

type ObjectRef = Extract<Ref, { kind: "object" | "op" }>;

/** The scorers with these refs, without those that do not exist. */
export async function readScorers(
  store: Pick<Store, "readObjectValues">,
  projectId: string,
  refs: readonly string[],
): Promise<VersionedScorer[]> {
  const values = await readVersions(store, projectId, refs);
  const scorers: VersionedScorer[] = [];
  for (const [place, ref] of refs.entries()) {
    const value = values[place];
    const scorer = value && readScorer(value);
    if (!scorer) continue;
    scorers.push({ ...scorer, ref });
    // Messages may name thousands of variables.
    const { definition } = scorer;
    for (const { content } of definition.type === "judge" ? definition.messages : []) {
      variableCounts(content);
      await nextTurn();
    }
  }
  return scorers;
}

/** The values of versions of objects; undefined for refs of anything else, and for what does not exist. */
export async function readVersions(
  store: Pick<Store, "readObjectValues">,
  projectId: string,
  refs: readonly string[],
): Promise<(JsonText | undefined)[]> {
  const versions = refs.map((text) => versionIn(projectId, text));
  const known = versions.filter((version) => version !== undefined);
  const values = await store.readObjectValues(
    projectId,
    known.map(({ name, digest }) => ({ object_id: name, digest, kind: "object" })),
  );
  return versions.map((version) => version && values[known.indexOf(version)]);
}

function versionIn(projectId: string, text: string): ObjectRef | undefined {
  const ref = parseRef(text);
  const isHere = ref.kind === "object" && ref.path.length === 0 && `${ref.entity}/${ref.project}` === projectId;
  return isHere ? ref : undefined;
}
