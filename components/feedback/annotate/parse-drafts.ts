import * as z from "zod";

import type { Draft } from "@/lib/feedback/form-draft";

const draft: z.ZodType<Draft> = z.lazy(() => z.union([z.string(), z.array(draft), z.record(z.string(), draft)]));
const drafts = z.record(z.string(), draft);

/** Drafts by annotation as they were kept; none where that cannot be read. */
export function parseDrafts(stored: string): Record<string, Draft> {
  if (stored === "") return {};
  try {
    return drafts.safeParse(JSON.parse(stored)).data ?? {};
  } catch {
    return {};
  }
}
