import type { CallRow } from "@/lib/contract/calls";
import { MASKING_CALLS, PREVIEW_CHARS } from "@/lib/contract/limits";
import type { MaskingDryRun, maskingDryRunRequest } from "@/lib/contract/masking";
import { JsonNode } from "@/lib/json/node";
import { plainText, preview } from "@/lib/json/plain";
import { JsonText } from "@/lib/json/text";
import { nextTurn } from "@/lib/limit/turns";
import { withinTime } from "@/lib/limit/within-time";
import { finder } from "@/lib/masking/find";
import { type FieldValue, maskInSlices } from "@/lib/masking/mask-fields";
import { newPatience } from "@/lib/masking/patience";
import { ruleSetOf } from "@/lib/masking/rule-set";
import type { Store } from "@/service/store/store";
import type { z } from "zod";
import { Findings } from "./findings";

/** For how long calls are masked, milliseconds; the rest is left out. */
const MOST_MS = 5_000;
const TEXTS = ["op_name", "display_name", "thread_id", "turn_id", "ext_run_id", "exception"] as const;
const PAYLOADS = ["attributes", "inputs", "output", "summary"] as const;

/** Masks the latest calls of a project without changing them; says what the rules find, and how long that takes. */
export async function dryRunMasking(
  store: Pick<Store, "listCalls">,
  { project_id, rules, calls }: z.infer<typeof maskingDryRunRequest>,
): Promise<MaskingDryRun> {
  const findings = new Findings(rules);
  const set = ruleSetOf(rules);
  const find = finder((searched, found) => findings.add(searched, found));
  const spent = { without: 0, with: 0 };
  const read = { calls: 0, characters: 0 };
  let notChecked = 0;
  let isCut = false;
  const query = {
    project_id,
    columns: ["id", ...TEXTS, ...PAYLOADS],
    sort_by: [{ field: "started_at", direction: "desc" as const }],
    limit: calls ?? MASKING_CALLS,
  };
  for await (const rows of store.listCalls(query, new AbortController().signal)) {
    for (const row of rows) {
      isCut ||= spent.with > MOST_MS;
      if (isCut) break;
      const values = valuesOf(row);
      findings.begin(row.id);
      const patience = newPatience();
      const prepared = measured(() => prepare(values));
      spent.without += prepared;
      spent.with += prepared;
      const slices = set && maskInSlices(values, set, { find, limited: withinTime, patience });
      for (let isDone = slices === undefined; !isDone; await nextTurn())
        spent.with += measured(() => (isDone = slices?.next().done !== false));
      notChecked += patience.slowTexts;
      read.calls += 1;
      read.characters += values.reduce((sum, { value }) => sum + lengthOf(value), 0);
      await nextTurn();
    }
    if (isCut) break;
  }
  const each = (from: (ms: number) => number) => ({ without: from(spent.without), with: from(spent.with) });
  return {
    ...read,
    is_cut: isCut,
    rules: findings.byRule(),
    not_checked: notChecked,
    cost: {
      ms_per_call: each((ms) => rounded(ms / Math.max(1, read.calls))),
      mb_per_second: each((ms) => rounded(ms === 0 ? 0 : read.characters / 1000 / ms)),
    },
  };
}

function valuesOf(row: CallRow): FieldValue[] {
  return [...TEXTS, ...PAYLOADS].flatMap((field): FieldValue[] => {
    const value = row[field];
    return typeof value === "string" || value instanceof JsonText ? [{ field, value }] : [];
  });
}

/** What the service computes of a call whether or not it is masked: its check, its previews and its text for searches. */
function prepare(values: readonly FieldValue[]): void {
  for (const { value } of values) {
    if (!(value instanceof JsonText)) continue;
    JsonNode.parse(value.text);
    plainText(value);
    preview(value, PREVIEW_CHARS);
  }
}

const lengthOf = (value: string | JsonText) => (value instanceof JsonText ? value.text : value).length;

function measured(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
