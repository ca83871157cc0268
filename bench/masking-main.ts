import { endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { ensureBuilt } from "@/scripts/start/build.mjs";
import { once } from "./measure";
import { toService } from "./post";
import { progressOf } from "./progress";
import { type Result, printRun } from "./report";
import { batchItems, benchCalls, PROJECT } from "./rows";
import { BATCH_CALLS } from "./scenarios";
import { startSystem } from "./system";

const READY = ["email", "card", "iban", "api_key"].map((kind) => ({ kind, name: kind }));
const PATTERN = { kind: "regex", name: "Customers", pattern: "\\bCUST-\\d+\\b" };

/** Projects by their rules; the last is also sent an address in each input. */
const VARIANTS = [
  { project: "local/no-rules", what: "no rules", rules: [] },
  { project: "local/ready", what: "four ready rules", rules: READY },
  { project: "local/pattern", what: "four ready rules and a pattern", rules: [...READY, PATTERN] },
  { project: "local/matches", what: "four ready rules, a match in each call", rules: READY, hasMatch: true },
];

/** `npm run bench -- masking [calls]`: how many calls a service stores in projects with and without masking rules. */
export async function benchMasking(calls: number): Promise<void> {
  await ensureBuilt("service");
  const system = await startSystem({}, "service");
  try {
    const post = toService(system);
    for (const { project, rules } of VARIANTS)
      await post(endpoints.maskingRulesSet, writeJson({ project_id: project, rules, replaces: 0 }));
    const spent = VARIANTS.map(() => 0);
    const progress = progressOf("sending calls", calls);
    for (let from = 0; from < calls; from += BATCH_CALLS) {
      const to = Math.min(from + BATCH_CALLS, calls);
      const body = writeJson({ batch: benchCalls(from, to).flatMap(batchItems) });
      // In turn, so that whatever else the machine does affects all alike.
      for (const [place, { project, hasMatch }] of VARIANTS.entries()) {
        const sent = body.replaceAll(`"${PROJECT}"`, `"${project}"`);
        const matching = hasMatch ? sent.replaceAll("Question ", "From anna@example.com: ") : sent;
        spent[place] = (spent[place] ?? 0) + (await once(() => post(endpoints.callUpsertBatch, matching)));
      }
      progress(to);
    }
    const perSecond = (place: number) => (calls / (spent[place] ?? 0)) * 1000;
    const results = VARIANTS.map(({ what }, place): Result => ({
      what: `ingest of 2 KB calls, ${what}`,
      unit: "rows/s",
      ours: perSecond(place),
      reference: { what: "no rules", value: perSecond(0) },
      target: "≥ 0.8 ×",
    }));
    printRun({ calls }, { node: process.versions.node }, results);
  } finally {
    await system.remove();
  }
}
