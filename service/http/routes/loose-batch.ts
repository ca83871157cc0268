import * as z from "zod";
import { BATCH_ITEMS } from "@/lib/contract/limits";

/** A batch whose items are validated one by one. */
export const looseBatch = z.object({
  batch: z.array(z.unknown()).max(BATCH_ITEMS, `must have at most ${BATCH_ITEMS} items`),
});
