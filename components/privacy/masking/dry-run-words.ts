import type { MaskingDryRun } from "@/lib/contract/masking";
import { counted } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";

/** What was read: "Read 1,000 calls". */
export function readWords({ calls, is_cut }: Pick<MaskingDryRun, "calls" | "is_cut">): string {
  if (calls === 0) return "There are no calls to try the rules on";
  return `${is_cut ? "Read the last" : "Read"} ${counted(calls, "call")}${is_cut ? "; there was no time for more" : ""}`;
}

/** What masking costs: "These rules add about 1.5 ms per call." */
export function costWords({ cost: { ms_per_call: ms } }: Pick<MaskingDryRun, "cost">): string {
  return `These rules add about ${numberText(Number(Math.max(0, ms.with - ms.without).toPrecision(2)))} ms per call.`;
}
