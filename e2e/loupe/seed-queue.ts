import type { Client } from "@/lib/client/client";
import { writeSpec } from "@/lib/feedback/annotation-spec";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { type Queue, type QueueDraft, readQueue, writeQueue } from "@/lib/feedback/queue";
import { toJsonText } from "@/lib/json/text";

/** Stores a queue that asks whether an answer is good or bad, and its annotation `quality`. */
export async function seedQueue(service: Client, project_id: string, queue: Partial<QueueDraft> = {}): Promise<void> {
  const spec = { name: "quality", description: "", schema: toJsonText({ type: "string", enum: ["good", "bad"] }) };
  await service.request("objCreate", {
    obj: { project_id, object_id: "quality", val: writeSpec(spec), builtin_object_class: "AnnotationSpec" },
  });
  const val = writeQueue({
    name: "shared",
    description: "Was the answer right?",
    callIds: [],
    filter: "",
    annotations: ["quality"],
    isBlind: false,
    assignedTo: [],
    perCall: 1,
    ...queue,
  });
  await service.request("objCreate", {
    obj: { project_id, object_id: queue.name ?? "shared", val, builtin_object_class: QUEUE_CLASS },
  });
}

/** The latest version of the queue `shared`. */
export async function sharedQueue(service: Client, project_id: string): Promise<Queue> {
  return readQueue((await service.request("objRead", { project_id, object_id: "shared", digest: "latest" })).obj);
}
