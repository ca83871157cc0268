import { JsonNode } from "@/lib/json/node";
import { JsonText, writeJson } from "@/lib/json/text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { isAnnotationType } from "./annotation-spec";

/** Maximum number of calls in one queue. */
export const QUEUE_CALLS = 5_000;

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
  /** The owners of keys among whom the calls are shared out; if there are none, everybody has all calls. */
  assignedTo: readonly string[];
  /** How many of them each call is for. */
  perCall: number;
}

export type QueueDraft = Omit<Queue, "ref" | "createdAt">;

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
    assignedTo: [...new Set(texts("assigned_to"))],
    perCall: Math.max(1, Math.trunc(Number(node.get("annotators_per_call")?.raw)) || 1),
  };
}

/** The annotations of a queue, in the order in which its author wrote them; those that no longer exist are left out. */
export function specsOf<Spec extends { id: string }>(
  { annotations }: Pick<Queue, "annotations">,
  specs: readonly Spec[],
): Spec[] {
  return [...new Set(annotations)].flatMap((id) => specs.find((spec) => spec.id === id) ?? []);
}

/** The value of a queue's object. */
export function writeQueue({ callIds, isBlind, assignedTo, perCall, ...same }: QueueDraft): JsonText {
  const { name, description, filter, annotations } = same;
  const people = assignedTo.length > 0 ? { assigned_to: assignedTo, annotators_per_call: perCall } : {};
  return new JsonText(
    writeJson({ name, description, filter, call_ids: callIds, annotations, blind: isBlind, ...people }),
  );
}

export interface QueueAnswer {
  callId: string;
  type: string;
  who: string;
  payload: JsonText;
}

/** The calls for which each person has given an answer. */
export function progressOf(queue: Queue, answers: readonly QueueAnswer[]): Progress {
  const inQueue = new Set(queue.callIds);
  const done = new Map<string, Set<string>>();
  for (const { who, callId } of answers) {
    if (!inQueue.has(callId)) continue;
    const calls = done.get(who) ?? new Set();
    done.set(who, calls.add(callId));
  }
  return done;
}

/** The calls that each person has answered, by name. */
export type Progress = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The calls that are for one person, in the queue's order: those that the person has answered, and of the others those
 * dealt to the person that not enough others have answered. Calls are dealt in turn, so that the shares differ by one
 * call at most, no two people get the same unless each call is for several, and calls added at the end change nothing.
 */
export function shareOf({ callIds, assignedTo, perCall }: Queue, who: string, progress: Progress): string[] {
  if (assignedTo.length === 0) return [...callIds];
  const people = assignedTo.length;
  const turn = assignedTo.indexOf(who);
  const mine = progress.get(who);
  return callIds.filter((id, place) => {
    if (mine?.has(id)) return true;
    // The people after the last one of the call before.
    const fromFirst = (((turn - place * perCall) % people) + people) % people;
    const others = [...progress].filter(([other, done]) => other !== who && done.has(id)).length;
    return turn >= 0 && fromFirst < perCall && others < perCall;
  });
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

/**
 * The answers of each person to one annotation, in the queue's order of calls; the last answer of a person counts, and
 * is none if it is null.
 */
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
    own[index] = value.raw === "null" ? undefined : value.raw;
    ratings.set(who, own);
  }
  return ratings;
}
