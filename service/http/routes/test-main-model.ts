import type { CallWrite } from "@/service/store/calls/call-write";

/** For tests: of the models of a trace that with the most tokens, then with the most calls, then the first by name. */
export function mainModel(
  calls: readonly (Pick<CallWrite, "trace_id" | "model" | "usage"> & { repeats: boolean })[],
  trace: string,
): string | undefined {
  const sums = new Map<string, { tokens: number; calls: number }>();
  for (const { trace_id, model, usage, repeats } of calls) {
    if (trace_id !== trace || model === undefined) continue;
    const sum = sums.get(model) ?? { tokens: 0, calls: 0 };
    sum.calls += 1;
    if (!repeats) sum.tokens += (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0);
    sums.set(model, sum);
  }
  const order = [...sums].toSorted(
    ([a, one], [b, other]) => other.tokens - one.tokens || other.calls - one.calls || (a < b ? -1 : 1),
  );
  return order[0]?.[0];
}

/** For tests: the tier that most calls of a trace have, of several the first by name; undefined if none has one. */
export function commonTier(calls: readonly { trace_id: string; tier?: string }[], trace: string): string | undefined {
  const tiers = calls.flatMap(({ trace_id, tier }) => (trace_id === trace && tier !== undefined ? [tier] : []));
  const countOf = (tier: string) => tiers.filter((one) => one === tier).length;
  return tiers.toSorted((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1))[0];
}
