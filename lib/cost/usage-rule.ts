import type { TokenUsage } from "@/lib/contract/calls";

/** Whether the parts of a count are in it, or come in addition to it. */
type Place = "inside" | "beside";

/** What a convention says about the parts of its counts, in its own words; docs/costs.md lists them with their sources. */
export interface UsageRule {
  /** Of tokens read from and written to the cache, in the input. */
  cache: Place;
  /** Of reasoning tokens, in the output. */
  reasoning: Place;
  /** Whether clients add up the total from input and output, so that it does not show what is in these. */
  isTotalSum?: boolean;
}

/** The counts of one call, as far as they are reported. */
export interface UsageCounts {
  input?: number;
  output?: number;
  total?: number;
  cacheRead?: number;
  /** All tokens written to the cache, and those of them that are kept for an hour. */
  cacheWrite?: number;
  cacheWrite1h?: number;
  reasoning?: number;
  /** Parts that conventions count beside input and output and that have no count of their own, such as audio. */
  otherInput?: number;
  otherOutput?: number;
  /** What is in the total, but neither in the input nor in the output. */
  others?: number;
}

type Side = "input" | "output";
type Part = { side: Side; tokens: number; place: Place; isCache: boolean };
type Reading = Record<Side, number | undefined> & { changes: number; cachePlaces: number };

/**
 * The one rule for what is inside what, for all conventions:
 *
 * 1. If the total is that of input and output with some of the parts added, these are beside it. Of several ways the one
 *    closest to the convention's rule counts.
 * 2. Otherwise the convention's rule counts, except that parts which exceed their whole are beside it.
 * 3. What the total has in addition is the input that is not reported, or else output: reasoning that is not reported as
 *    such. A total that is less is ignored.
 *
 * A whole that is not reported is at least the sum of its parts. So the total is always the sum of input and output, if
 * either is known, and parts never exceed a known whole.
 * Undefined without any count.
 */
export function normalizeUsage(counts: UsageCounts, rule: UsageRule): TokenUsage | undefined {
  const { input, output, total, cacheRead, cacheWrite, cacheWrite1h, reasoning, others = 0 } = counts;
  const isSum = rule.isTotalSum && total === sum(input, output);
  const stated = total === undefined || isSum ? undefined : total - others;
  const parts = partsOf(counts, rule);
  const possible = readings(counts, parts).toSorted((a, b) => a.changes - b.changes);
  const proven = possible.find((one) => sum(one.input, one.output) === stated && stated !== undefined);
  const reading = proven ?? possible.find(({ cachePlaces }) => cachePlaces < 2) ?? { input, output };
  const completed = withRest(reading, stated, input === undefined);
  const usage: TokenUsage = {
    prompt_tokens: completed.input,
    completion_tokens: completed.output,
    total_tokens: sum(completed.input, completed.output) ?? total,
    cached_tokens: cacheRead,
    cache_write_tokens: cacheWrite,
    cache_write_1h_tokens: cacheWrite1h && cacheWrite && Math.min(cacheWrite1h, cacheWrite),
    reasoning_tokens: reasoning,
  };
  return Object.values(usage).some((count) => count !== undefined) ? usage : undefined;
}

function partsOf(counts: UsageCounts, rule: UsageRule): Part[] {
  const part = (side: Side, tokens: number | undefined, place: Place, isCache = false): Part[] =>
    tokens ? [{ side, tokens, place, isCache }] : [];
  return [
    ...part("input", counts.cacheRead, rule.cache, true),
    ...part("input", counts.cacheWrite, rule.cache, true),
    ...part("output", counts.reasoning, rule.reasoning),
    ...part("input", counts.otherInput, "beside"),
    ...part("output", counts.otherOutput, "beside"),
  ];
}

/** Every way to read the parts, at most 32, in which none exceeds its whole. */
function readings(counts: UsageCounts, parts: readonly Part[]): Reading[] {
  return Array.from({ length: 2 ** parts.length }, (_, way) => {
    const placed = parts.map((part, place) => ({ ...part, isBeside: ((way >> place) & 1) === 1 }));
    const tokensOf = (side: Side, isBeside: boolean) =>
      placed.reduce((all, part) => all + (part.side === side && part.isBeside === isBeside ? part.tokens : 0), 0);
    const fits = (side: Side) => tokensOf(side, false) <= (counts[side] ?? Number.POSITIVE_INFINITY);
    const whole = (side: Side) => {
      const own = counts[side] ?? (tokensOf(side, false) || undefined);
      return sum(own, tokensOf(side, true) || undefined);
    };
    const reading: Reading = {
      input: whole("input"),
      output: whole("output"),
      changes: placed.filter(({ place, isBeside }) => isBeside !== (place === "beside")).length,
      cachePlaces: new Set(placed.filter(({ isCache }) => isCache).map(({ isBeside }) => isBeside)).size,
    };
    return fits("input") && fits("output") ? [reading] : [];
  }).flat();
}

/** With what the total has in addition: the count that is missing, or else output. */
function withRest(
  { input, output }: Pick<Reading, Side>,
  total: number | undefined,
  isInputMissing: boolean,
): Pick<Reading, Side> {
  const rest = total === undefined ? 0 : total - (sum(input, output) ?? total);
  if (rest <= 0) return { input, output };
  return isInputMissing ? { input: (input ?? 0) + rest, output } : { input, output: (output ?? 0) + rest };
}

function sum(...counts: (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((all, count) => all + count, 0);
}
