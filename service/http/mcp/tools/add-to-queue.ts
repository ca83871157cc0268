import * as z from "zod";
import { isOneOf } from "@/lib/contract/conditions";
import { counted } from "@/lib/format/number";
import { addCalls } from "@/lib/queries/change-queue";
import { invalidField } from "@/lib/contract/validate";
import { project, tool } from "@/service/http/mcp/tool";
import { rowsOf } from "./find-traces";
import { latestVersion } from "./versions";

/** Calls that are added at once. */
const CALLS = 200;

export const addToQueue = tool({
  name: "add_to_queue",
  title: "Add calls to an annotation queue",
  role: "member",
  description: `Adds calls to the end of an annotation queue, for people to look at; those that it has already are left out. Only when the user asks for it.
Example: {"queue": "wrong-refunds", "call_ids": ["00f067aa0ba902b7"]}`,
  input: z.strictObject({
    project,
    queue: z.string().min(1).describe("Name of a queue, as read_queues lists them"),
    call_ids: z
      .array(z.string().min(1))
      .min(1, "must have at least one item")
      .max(CALLS, `must have at most ${CALLS} items`),
  }),
  async run(args, caller) {
    const projectId = args.project ?? caller.defaultProject;
    await latestVersion(caller, projectId, args.queue, "queue");
    const found = await rowsOf(caller, {
      project_id: projectId,
      query: { $expr: isOneOf("id", args.call_ids) },
      columns: ["id"],
      limit: CALLS,
    });
    const known = new Set(found.map(({ id }) => id));
    const missing = args.call_ids.findIndex((id) => !known.has(id));
    if (missing !== -1) throw invalidField(`call_ids[${missing}]`, "is not a call of this project");
    const result = await addCalls({ projectId, name: args.queue, client: caller.client }, args.call_ids);
    const notes = [
      `Added ${counted(result.added.length, "call")}.`,
      ...(result.known > 0 ? [`${counted(result.known, "call")} were in the queue already.`] : []),
      ...(result.left > 0 ? [`${counted(result.left, "call")} did not fit: the queue is full.`] : []),
    ];
    return () => ({ data: "", notes });
  },
});
