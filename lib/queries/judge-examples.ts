import { queryOptions } from "@tanstack/react-query";
import { isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { atLeast, equals, isOneOf, whereAll } from "@/lib/contract/conditions";
import type { Expression } from "@/lib/contract/expression";
import type { Feedback } from "@/lib/contract/feedback";
import type { ObjectVersion } from "@/lib/contract/objects";
import { callIdOf, readAnyRef } from "@/lib/contract/refs";
import { rangeStart } from "@/lib/format/day-ranges";
import { COMMENT, NOTE } from "@/lib/format/feedback-words";
import { commentBy, type Disagreement, findDisagreements } from "@/lib/scorer/disagreements";
import type { JudgeDefinition } from "@/lib/scorer/judge";
import { judgedCase } from "@/lib/scorer/judge-examples";
import { readScorer, type StoredScorer } from "@/lib/scorer/stored-scorer";
import { readRows } from "./call-rows";
import type { AnalyzedFeedback } from "./feedback-analysis";

/** Records of people that are compared with a judge, the newest. */
export const COMPARED_RECORDS = 1_000;
/** Calls where a judge and people differ that are listed, the newest. */
const LISTED_DISAGREEMENTS = 50;

const WEAVE_NOTE = "wandb.note.1";

/** The latest version of a judge. */
export interface Judge {
  version: ObjectVersion;
  scorer: StoredScorer & { definition: JudgeDefinition };
}

interface FeedbackOfType {
  projectId: string;
  type: string;
}

/** The judge whose scores a type of feedback has; null if another scorer, a program or nobody gives them. */
export function judgeOfFeedback({ projectId, type }: FeedbackOfType, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "judge-of-feedback", { projectId, type }] as const,
    queryFn: async ({ signal }): Promise<Judge | null> => {
      const query = { $expr: equals("feedback_type", type) };
      const body = { project_id: projectId, fields: ["runnable_ref" as const], query, limit: 1 };
      const { result } = await client.request("feedbackQuery", body, { signal });
      const ref = readAnyRef(result[0]?.runnable_ref ?? "");
      if (ref?.kind !== "object") return null;
      try {
        const key = { project_id: projectId, object_id: ref.name, digest: "latest" };
        const { obj: version } = await client.request("objRead", key, { signal });
        const scorer = readScorer(version.val);
        const definition = scorer?.definition;
        return scorer && definition?.type === "judge" ? { version, scorer: { ...scorer, definition } } : null;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  });
}

/** What a judge and a person say differently of one call, and what both saw. */
export interface DifferingCase extends Disagreement {
  /** What the judge was asked, as it was sent; undefined if its call does not exist any more. */
  input: string | undefined;
}

export interface DifferingCases {
  /** The newest ones. */
  cases: DifferingCase[];
  /** How many there are. */
  count: number;
  /** Whether only the newest records of people were compared. */
  isCut: boolean;
}

/** The calls where a judge and another type of feedback differ, the newest first. */
export function differingCases(
  { projectId, type, range, other, judge }: AnalyzedFeedback & { other: string; judge: Judge },
  client: Client = browserClient,
) {
  const { object_id: name, digest } = judge.version;
  return queryOptions({
    queryKey: ["feedback", "differing-cases", { projectId, type, range, other, name, digest }] as const,
    queryFn: async ({ signal }): Promise<DifferingCases> => {
      const start = rangeStart(range, Date.now());
      const read = async (conditions: readonly Expression[], limit?: number): Promise<Partial<Feedback>[]> => {
        const body = { project_id: projectId, query: whereAll(conditions), limit };
        return (await client.request("feedbackQuery", body, { signal })).result;
      };
      const since = atLeast("created_at", start);
      const given = await read([equals("feedback_type", other), since], COMPARED_RECORDS);
      const subjects = new Set(given.flatMap(({ core_ref: ref }) => ref ?? []));
      if (subjects.size === 0) return { cases: [], count: 0, isCut: false };
      const judged = await read([equals("feedback_type", type), since, isOneOf("core_ref", [...subjects])]);
      const asked = judge.scorer.definition.score;
      const all = findDisagreements({ judge: name, asked, judged, given });
      const listed = all.slice(0, LISTED_DISAGREEMENTS);
      const [inputs, comments] = await Promise.all([
        judgedInputs(projectId, listed, client, signal),
        listed.length === 0
          ? []
          : read([
              isOneOf(
                "core_ref",
                listed.map(({ ref }) => ref),
              ),
              isOneOf("feedback_type", [NOTE, WEAVE_NOTE, COMMENT]),
            ]),
      ]);
      const cases = listed.map((one) => ({
        ...one,
        input: inputs.get(one.judged.callRef ?? ""),
        given: { ...one.given, comment: one.given.comment ?? commentBy(one, comments) },
      }));
      return { cases, count: all.length, isCut: given.length === COMPARED_RECORDS };
    },
  });
}

/** What the judge was asked, by the ref of its call. */
async function judgedInputs(
  projectId: string,
  listed: readonly Disagreement[],
  client: Client,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const refs = listed.flatMap(({ judged }) => judged.callRef ?? []);
  const call_ids = refs.flatMap((ref) => callIdOf(ref) ?? []);
  if (call_ids.length === 0) return new Map();
  const rows = await readRows({ projectId, filter: { call_ids }, columns: ["inputs"] }, client, signal);
  const inputs = new Map(rows.map(({ id, inputs: sent }) => [id, sent && judgedCase(sent)]));
  return new Map(
    refs.flatMap((ref): [string, string][] => {
      const input = inputs.get(callIdOf(ref) ?? "");
      return input === undefined ? [] : [[ref, input]];
    }),
  );
}
