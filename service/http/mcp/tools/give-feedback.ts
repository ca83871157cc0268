import * as z from "zod";
import { callRef } from "@/lib/contract/refs";
import { annotationType, readSpec } from "@/lib/feedback/annotation-spec";
import { CORRECTION, NOTE, REACTION } from "@/lib/format/feedback-words";
import { toJsonText } from "@/lib/json/text";
import { newFeedback } from "@/lib/queries/new-feedback";
import { invalidField } from "@/lib/contract/validate";
import { project, tool } from "@/service/http/mcp/tool";
import { latestVersion } from "./versions";

export const giveFeedback = tool({
  name: "give_feedback",
  title: "Give feedback",
  role: "annotator",
  description: `Adds feedback to a call, in the name of the key's owner: exactly one of a reaction, a note, a corrected output, or an answer to an annotation. Only when the user asks for it.
Examples: {"call_id": "00f067aa0ba902b7", "note": "The order ID was cut off in the call of lookup_order"}; {"call_id": "00f067aa0ba902b7", "reaction": "👎"}; {"call_id": "00f067aa0ba902b7", "annotation": "tone", "value": "rude"}; {"call_id": "00f067aa0ba902b7", "corrected_output": {"answer": "It left Lyon."}}`,
  input: z.strictObject({
    project,
    call_id: z.string().min(1),
    reaction: z.string().min(1).optional().describe("One emoji"),
    note: z.string().min(1).optional(),
    corrected_output: z.json().optional().describe("What the call should have returned"),
    annotation: z.string().min(1).optional().describe("Name of an annotation, with value"),
    value: z.json().optional(),
  }),
  async run(args, caller) {
    const { client, signal } = caller;
    const projectId = args.project ?? caller.defaultProject;
    // Also refuses a call that does not exist.
    await client.request("callRead", { project_id: projectId, id: args.call_id }, { signal });
    const spec =
      args.annotation === undefined
        ? undefined
        : readSpec(await latestVersion(caller, projectId, args.annotation, "annotation"));
    const given = [
      args.reaction === undefined ? undefined : { type: REACTION, payload: { emoji: args.reaction } },
      args.note === undefined ? undefined : { type: NOTE, payload: { note: args.note } },
      args.corrected_output === undefined
        ? undefined
        : { type: CORRECTION, payload: { output: args.corrected_output } },
      spec && { type: annotationType(spec.id), payload: { value: args.value ?? null }, ref: spec.ref },
    ].filter((one) => one !== undefined);
    const [only, ...others] = given;
    if (!only || others.length > 0)
      throw invalidField("note", "give exactly one of reaction, note, corrected_output and annotation");
    const { id } = newFeedback(only.type, toJsonText(only.payload));
    const body = {
      id,
      project_id: projectId,
      core_ref: callRef(projectId, args.call_id),
      feedback_type: only.type,
      payload: toJsonText(only.payload),
      ...("ref" in only && { annotation_ref: only.ref }),
    };
    await client.request("feedbackCreate", body, { signal });
    return () => ({ data: "", notes: [`Added as feedback ${id}.`] });
  },
});
