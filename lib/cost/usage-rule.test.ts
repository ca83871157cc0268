import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeUsage, type UsageCounts, type UsageRule } from "./usage-rule";

const INSIDE: UsageRule = { cache: "inside", reasoning: "inside" };
const BESIDE: UsageRule = { cache: "beside", reasoning: "beside" };

test.each<[string, UsageCounts, UsageRule, number[]]>([
  ["parts inside", { input: 100, output: 50, cacheRead: 80, reasoning: 30 }, INSIDE, [100, 50]],
  ["parts beside", { input: 100, output: 50, cacheRead: 80, reasoning: 30 }, BESIDE, [180, 80]],
  ["parts that the total has inside", { input: 100, output: 50, total: 150, cacheRead: 80 }, BESIDE, [100, 50]],
  ["parts that the total has beside", { input: 100, output: 50, total: 230, cacheRead: 80 }, INSIDE, [180, 50]],
  [
    "some that the total has beside",
    { input: 100, output: 50, total: 160, cacheRead: 80, cacheWrite: 10 },
    INSIDE,
    [110, 50],
  ],
  ["more cached than input", { input: 100, output: 50, cacheRead: 101 }, INSIDE, [201, 50]],
  ["more read and written than input", { input: 100, cacheRead: 60, cacheWrite: 50 }, INSIDE, [210]],
  [
    "more cached than input, whatever the total",
    { input: 12, output: 40, total: 52, cacheRead: 1000 },
    INSIDE,
    [1012, 40],
  ],
  ["more reasoning than output", { input: 100, output: 20, reasoning: 400 }, INSIDE, [100, 420]],
  ["a total with unreported output", { input: 100, output: 20, total: 520, cacheRead: 80 }, INSIDE, [100, 420]],
  ["a total with the output alone", { input: 100, total: 520 }, INSIDE, [100, 420]],
  ["a total with the input alone", { output: 20, total: 520 }, INSIDE, [500, 20]],
  ["a total without the input, of which a part is known", { output: 20, total: 520, cacheRead: 80 }, INSIDE, [500, 20]],
  ["a total that is too small", { input: 100, output: 20, total: 50 }, INSIDE, [100, 20]],
  [
    "a total that is always the sum",
    { input: 100, output: 20, total: 120, cacheRead: 80 },
    { ...BESIDE, isTotalSum: true },
    [180, 20],
  ],
  [
    "a total that is usually the sum, but here has more",
    { input: 100, output: 20, total: 200, cacheRead: 80 },
    { ...BESIDE, isTotalSum: true },
    [180, 20],
  ],
])("%s", (_what, counts, rule, [input, output]) => {
  expect(normalizeUsage(counts, rule)).toMatchObject({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: (input ?? 0) + (output ?? 0),
  });
});

const count = fc.option(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000_000 })), { nil: undefined });
const counts = fc.record<UsageCounts>({
  input: count,
  output: count,
  total: count,
  cacheRead: count,
  cacheWrite: count,
  cacheWrite1h: count,
  reasoning: count,
  otherInput: count,
  otherOutput: count,
});
const place = fc.constantFrom("inside" as const, "beside" as const);
const rule = fc.record<UsageRule>({ cache: place, reasoning: place, isTotalSum: fc.boolean() });
const atMost = (part: number, whole: number | undefined) => expect(part).toBeLessThanOrEqual(whole ?? part);

test("the total is always input and output, and no part exceeds its whole", () => {
  fc.assert(
    fc.property(counts, rule, (sent, by) => {
      const usage = normalizeUsage(sent, by);
      const { prompt_tokens, completion_tokens, cached_tokens = 0, cache_write_tokens = 0 } = usage ?? {};
      const sides = [prompt_tokens, completion_tokens].filter((side) => side !== undefined);
      expect(usage?.total_tokens).toBe(sides.length > 0 ? sides.reduce((a, b) => a + b, 0) : sent.total);
      atMost(cached_tokens + cache_write_tokens, prompt_tokens);
      atMost(usage?.cache_write_1h_tokens ?? 0, usage?.cache_write_tokens);
      atMost(usage?.reasoning_tokens ?? 0, completion_tokens);
      atMost(sent.input ?? 0, prompt_tokens);
      atMost(sent.output ?? 0, completion_tokens);
    }),
  );
});

test("a usage that has all parts inside is read as it is, by every rule", () => {
  const known = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(known, known, known, known, known, rule, (plain, cacheRead, cacheWrite, answer, reasoning, by) => {
      const [input, output] = [plain + cacheRead + cacheWrite, answer + reasoning];
      const sent = { input, output, total: input + output, cacheRead, cacheWrite, reasoning };
      expect(normalizeUsage(sent, { ...by, isTotalSum: false })).toMatchObject({
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
      });
    }),
  );
});
