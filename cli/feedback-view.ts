import { callRef } from "@/lib/contract/refs";
import { ALL_FEEDBACK, type FeedbackView } from "@/lib/filter/feedback-view";
import type { Given } from "./arguments";
import { spanOf } from "./calls-options";
import type { Connection, Context } from "./context";
import { feedbackType } from "./feedback-type";
import { findCall } from "./find-call";

/** The view of feedback that the options describe, on one call if there is an ID. */
export async function feedbackViewOf(
  given: Given,
  connection: Connection,
  { zone, signal }: Context,
): Promise<FeedbackView> {
  const [id] = given.words;
  const on = id === undefined ? "" : callRef(connection.projectId, (await findCall(connection, id, signal)).id);
  return {
    ...ALL_FEEDBACK,
    ...spanOf(given, { zone, now: Date.now() }),
    q: given.text("text") ?? "",
    who: given.text("by") ?? "",
    type: await feedbackType(given.text("type"), connection),
    on,
    zone,
  };
}
