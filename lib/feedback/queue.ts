import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { isAnnotationType } from "./annotation-spec";

/** The class of the objects that annotation queues are. */
export const QUEUE_CLASS = "AnnotationQueue";

/** A queue of calls that anyone with the role can annotate one by one. */
export interface Queue {
  name: string;
  ref: string;
  createdAt: string;
  description: string;
  /** In the order in which annotators see them. */
  callIds: readonly string[];
  /** The filter that selected them, as it was typed. */
  filter: string;
  /** Ids of the annotations to answer. */
  annotations: readonly string[];
  /** Others' answers are hidden until an annotator has answered. */
  isBlind: boolean;
}

export type QueueDraft = Pick<Queue, "name" | "description" | "callIds" | "filter" | "annotations" | "isBlind">;

/** The queue in an object's version; missing members are empty. */
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

export interface QueueAnswer {
  callId: string;
  type: string;
  who: string;
  payload: JsonText;
}

/** The calls for which each person has given an answer, by name of the person. */
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
 * The next call after one, for a person who has answered some: the next in order that is neither answered nor skipped,
 * starting again after the end; then those that were skipped; undefined when all are answered.
 */
export function nextCall(
  callIds: readonly string[],
  { after, done, skipped }: { after: string | undefined; done: ReadonlySet<string>; skipped: ReadonlySet<string> },
): string | undefined {
  const at = after === undefined ? -1 : callIds.indexOf(after);
  const inTurn = [...callIds.slice(at + 1), ...callIds.slice(0, at + 1)].filter((id) => !done.has(id));
  return inTurn.find((id) => !skipped.has(id)) ?? inTurn.find((id) => id !== after) ?? inTurn[0];
}

/** The answers of each person to one annotation, in the queue's order of calls; the last answer of a person counts. */
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
