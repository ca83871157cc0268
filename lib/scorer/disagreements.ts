import type { Feedback } from "@/lib/contract/feedback";
import { valueFields } from "@/lib/contract/feedback-field";
import { readAnyRef } from "@/lib/contract/refs";
import { JsonNode } from "@/lib/json/node";
import type { JsonKind } from "@/lib/json/text";
import type { JudgeDefinition } from "./judge";
import { scoreOfValue } from "./judge-examples";

type FeedbackRecord = Partial<Feedback>;

const VALUE_KINDS: ReadonlySet<JsonKind> = new Set(["string", "number", "boolean"]);

/** Who gave feedback: the owner of a key, and the name that its client sent. */
type Giver = Pick<FeedbackRecord, "ext_user_id" | "creator">;

/** What a judge and a person say differently of one call. */
export interface Disagreement {
  /** The call or object that both are about. */
  ref: string;
  judged: {
    score: string;
    reasoning: string | undefined;
    /** The judge's own call. */
    callRef: string | undefined;
  };
  given: {
    value: string;
    /** The value as a score of the judge; undefined for one that it cannot give. */
    score: boolean | number | undefined;
    /** Whose it is. */
    by: Giver;
    /** What is said of the value in the same record. */
    comment: string | undefined;
  };
}

interface Compared {
  /** The name of the judge's object. */
  judge: string;
  asked: JudgeDefinition["score"];
  /** Feedback of the judge and of people on the same subjects, each newest first. */
  judged: readonly FeedbackRecord[];
  given: readonly FeedbackRecord[];
}

/**
 * Where the latest value of people is not the latest score of the judge, in the order of `given`. A value that the judge
 * cannot give counts as different.
 */
export function findDisagreements({ judge, asked, judged, given }: Compared): Disagreement[] {
  const scores = latestValues(judged.filter(({ runnable_ref: ref }) => isOfObject(ref, judge)));
  return [...latestValues(given)].flatMap(([ref, { value, record, payload }]) => {
    const scored = scores.get(ref);
    const score = scoreOfValue(asked, value);
    if (!scored || (score !== undefined && score === scoreOfValue(asked, scored.value))) return [];
    return {
      ref,
      judged: {
        score: scored.value,
        reasoning: scored.payload.get("reasoning")?.string(),
        callRef: scored.record.call_ref,
      },
      given: { value, score, by: giverOf(record), comment: payload.get("comment")?.string() },
    };
  });
}

/** The latest of some notes and comments that the person of a disagreement gave on the same call. */
export function commentBy({ ref, given }: Disagreement, comments: readonly FeedbackRecord[]): string | undefined {
  const { ext_user_id: owner, creator } = given.by;
  const own = comments.find((one) => one.core_ref === ref && one.ext_user_id === owner && one.creator === creator);
  const payload = own?.payload && JsonNode.parse(own.payload);
  return payload?.get("note")?.string() ?? payload?.get("text")?.string();
}

const giverOf = ({ ext_user_id, creator }: FeedbackRecord): Giver => ({ ext_user_id, creator });

interface Latest {
  value: string;
  record: FeedbackRecord;
  payload: JsonNode;
}

/** By subject the latest record that has a value, as comparisons count them. */
function latestValues(records: readonly FeedbackRecord[]): ReadonlyMap<string, Latest> {
  const latest = new Map<string, Latest>();
  for (const record of records) {
    const { core_ref: ref, feedback_type: type, payload: text } = record;
    if (ref === undefined || type === undefined || text === undefined || latest.has(ref)) continue;
    const payload = JsonNode.parse(text);
    const [value] = valueFields(type).flatMap((field) => payload.get(field) ?? []);
    if (value && VALUE_KINDS.has(value.kind)) latest.set(ref, { value: value.string() ?? value.raw, record, payload });
  }
  return latest;
}

function isOfObject(text: string | undefined, name: string): boolean {
  const ref = readAnyRef(text ?? "");
  return ref?.kind === "object" && ref.name === name;
}
