import * as z from "zod";
import { endedCall, startedCall } from "./calls";
import { BATCH_ITEMS } from "./limits";
import { list } from "./list";
import { name, timestamp } from "./primitives";

/** A completed call: its start and end in one. */
export const completedCall = z.object({
  ...startedCall.shape,
  ...endedCall.shape,
  id: name,
  started_at: timestamp,
});

/** The same response as `/call/upsert_batch`: one result per call, in order. */
export const callsCompleteRequest = z.object({
  batch: list(completedCall).max(BATCH_ITEMS, `must have at most ${BATCH_ITEMS} items`),
});
