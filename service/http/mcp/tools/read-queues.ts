import * as z from "zod";
import { containsExactly } from "@/lib/contract/conditions";
import { callIdOf } from "@/lib/contract/refs";
import { QUEUE_CLASS } from "@/lib/contract/queue-class";
import { type Queue, readQueue } from "@/lib/feedback/queue";
import { counted } from "@/lib/format/number";
import { lineOf } from "@/lib/trace-text/line";
import { budget, type Caller, cursor, moreNote, project, readCursor, tool } from "@/service/http/mcp/tool";
import { linesWithin } from "./lines-within";
import { latestVersion } from "./versions";

export const readQueues = tool({
  name: "read_queues",
  title: "Read annotation queues",
  role: "viewer",
  description: `Without a name, lists the annotation queues: lists of calls that people go through to answer questions about them. With a name, the calls of that queue with the annotations that it asks for and who has answered.
Examples: {}; {"name": "wrong-refunds"}`,
  input: z.strictObject({ project, name: z.string().min(1).optional().describe("Name of a queue"), cursor, budget }),
  async run(args, caller) {
    const projectId = args.project ?? caller.defaultProject;
    const offset = readCursor(args.cursor, "number") ?? 0;
    const lines =
      args.name === undefined
        ? (await queuesOf(caller, projectId)).map(queueLine)
        : await callLines(caller, projectId, readQueue(await latestVersion(caller, projectId, args.name, "name")));
    return (tokens) => {
      const { text, shown } = linesWithin(lines.slice(offset), tokens);
      return { data: text, notes: offset + shown < lines.length ? [moreNote(offset + shown)] : [] };
    };
  },
});

async function queuesOf({ client, signal }: Caller, projectId: string): Promise<Queue[]> {
  const body = {
    project_id: projectId,
    filter: { base_object_classes: [QUEUE_CLASS], latest_only: true },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
  };
  return (await client.request("objsQuery", body, { signal })).objs.map(readQueue);
}

function queueLine({ name, description, callIds, annotations, assignedTo }: Queue): string {
  const facts = [
    `queue ${lineOf(name, 120)}`,
    counted(callIds.length, "call"),
    annotations.length > 0 ? `asks ${lineOf(annotations.join(", "), 200)}` : undefined,
    assignedTo.length > 0 ? `for ${lineOf(assignedTo.join(", "), 200)}` : undefined,
    description === "" ? undefined : lineOf(description, 200),
  ];
  return facts.filter(Boolean).join(", ");
}

async function callLines({ client, signal }: Caller, projectId: string, queue: Queue): Promise<string[]> {
  const body = {
    project_id: projectId,
    fields: ["core_ref" as const, "ext_user_id" as const],
    // Of any version of the queue.
    query: { $expr: containsExactly("trigger_ref", queue.ref.slice(0, queue.ref.lastIndexOf(":") + 1)) },
  };
  const { result } = await client.request("feedbackQuery", body, { signal });
  const answered = new Map<string, Set<string>>();
  for (const { core_ref: ref, ext_user_id: who = "unknown" } of result) {
    const id = callIdOf(ref) ?? "";
    answered.set(id, (answered.get(id) ?? new Set()).add(who));
  }
  return [
    queueLine(queue),
    ...queue.callIds.map((id) => {
      const people = [...(answered.get(id) ?? [])];
      return ` call ${lineOf(id, 160)}${people.length === 0 ? "" : `, answered by ${lineOf(people.join(", "), 160)}`}`;
    }),
  ];
}
