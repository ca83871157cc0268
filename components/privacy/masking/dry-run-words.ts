import type { MaskingDryRun } from "@/lib/contract/masking";
import { counted } from "@/lib/format/number";
import { numberText } from "@/lib/format/number-text";

/** What was read: "Read 1,000 calls". */
export function readWords({ calls, is_cut }: Pick<MaskingDryRun, "calls" | "is_cut">): string {
  if (calls === 0) return "There are no calls to try the rules on";
  return `${is_cut ? "Read the last" : "Read"} ${counted(calls, "call")}${is_cut ? "; there was no time for more" : ""}`;
}

/** What masking costs: "Masking took 0.02 ms for each call, in addition to 0.15 ms; 69 instead of 80 MB/s". */
export function costWords({ cost: { ms_per_call: ms, mb_per_second: rate } }: Pick<MaskingDryRun, "cost">): string {
  const added = numberText(rounded(Math.max(0, ms.with - ms.without)));
  const speed = `${numberText(rounded(rate.with))} instead of ${numberText(rounded(rate.without))} MB/s`;
  return `Masking adds ${added} ms to the ${numberText(rounded(ms.without))} ms of computing for each call: ${speed}.`;
}

/** Three digits. */
const rounded = (value: number) => Number(value.toPrecision(3));
