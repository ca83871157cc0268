import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { parseAnyRef, RefError, versionRef } from "@/lib/contract/refs";
import { isAnnotationType } from "./annotation-spec";

/** The class of the objects that annotation queues are. */
export const QUEUE_CLASS = "AnnotationQueue";

/** Calls to be annotated one by one, by anyone with the role. */
export interface Queue {
  name: string;
  ref: string;
  createdAt: string;
  description: string;
  /** In the order in which they are gone through. */
  callIds: readonly string[];
  /** The filter that chose them, as it was typed. */
  filter: string;
  /** Ids of the annotations it asks for. */
  annotations: readonly string[];
  /** Others' answers stay hidden until an annotator has answered. */
  isBlind: boolean;
}

export type QueueDraft = Pick<Queue, "name" | "description" | "callIds" | "filter" | "annotations" | "isBlind">;

/** The queue that an object's version holds; what is missing in it is empty. */
export function readQueue(version: ObjectVersion): Queue {
  const { project_id: projectId, object_id: name, kind, digest, val, created_at: createdAt } = version;
  const node = JsonNode.parse(val);
  const texts = (field: string) => [...(node.get(field)?.items() ?? [])].flatMap((item) => item.string() ?? []);
  return {
    name,
    ref: versionRef(projectId, { kind, name, digest }),
    createdAt,
    description: node.get("description")?.string() ?? "",
    callIds: [...new Set(texts("call_ids"))],
    filter: node.get("filter")?.string() ?? "",
    annotations: texts("annotations"),
    isBlind: node.get("blind")?.raw === "true",
  };
}

/** The value of a queue's object. */
export function writeQueue({ name, description, callIds, filter, annotations, isBlind }: QueueDraft): JsonText {
  return new JsonText(writeJson({ name, description, filter, call_ids: callIds, annotations, blind: isBlind }));
}

/** An answer that was given in a queue. */
export interface QueueAnswer {
  callId: string;
  type: string;
  who: string;
  payload: JsonText;
}

/** The call that a feedback's subject is; undefined for anything else. */
export function callIdOf(ref: string | undefined): string | undefined {
  try {
    const parsed = ref === undefined ? undefined : parseAnyRef(ref);
    return parsed?.kind === "call" ? parsed.id : undefined;
  } catch (error) {
    if (error instanceof RefError) return undefined;
    throw error;
  }
}

/** The calls that each person has answered something about, by name of the person. */
export function progressOf(queue: Queue, answers: readonly QueueAnswer[]): ReadonlyMap<string, ReadonlySet<string>> {
  const inQueue = new Set(queue.callIds);
  const done = new Map<string, Set<string>>();
  for (const { who, callId } of answers) {
    if (!inQueue.has(callId)) continue;
    const calls = done.get(who) ?? new Set();
    done.set(who, calls.add(callId));
  }
  return done;
}

/**
 * The call that comes next after one, for somebody who has done some: the next in order that is neither done nor
 * skipped, from the start again after the end; then those that were skipped; undefined when all are done.
 */
export function nextCall(
  callIds: readonly string[],
  { after, done, skipped }: { after: string | undefined; done: ReadonlySet<string>; skipped: ReadonlySet<string> },
): string | undefined {
  const at = after === undefined ? -1 : callIds.indexOf(after);
  const inTurn = [...callIds.slice(at + 1), ...callIds.slice(0, at + 1)].filter((id) => !done.has(id));
  return inTurn.find((id) => !skipped.has(id)) ?? inTurn.find((id) => id !== after) ?? inTurn[0];
}

/** What each person answered to one annotation, call by call in the queue's order; the last answer of a person counts. */
export function ratingsOf(
  queue: Queue,
  answers: readonly QueueAnswer[],
  annotation: string,
): ReadonlyMap<string, (string | undefined)[]> {
  const place = new Map(queue.callIds.map((id, index) => [id, index]));
  const ratings = new Map<string, (string | undefined)[]>();
  for (const { callId, type, who, payload } of answers) {
    const index = place.get(callId);
    const value = JsonNode.parse(payload).get("value");
    if (index === undefined || !value || !isAnnotationType(type, annotation)) continue;
    const own = ratings.get(who) ?? queue.callIds.map(() => undefined);
    own[index] = value.raw;
    ratings.set(who, own);
  }
  return ratings;
}
