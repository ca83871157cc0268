/** For tests: a call as it was sent, with what it must count as. */
export interface AwkwardCall {
  id: string;
  traceId: string;
  parentId?: string;
  kind: "agent" | "tool" | "llm";
  startedAt: string;
  /** Absent while it runs. */
  ms?: number;
  model?: string;
  usage?: { prompt_tokens?: number; completion_tokens?: number; total_tokens?: number };
  exception?: string;
  tier?: string;
  /** By currency, at the prices below; absent without tokens or without a price. */
  cost?: Record<string, number>;
}

export interface AwkwardFeedback {
  callId: string;
  type: string;
  payload: Record<string, unknown>;
}

const DAY_MS = 86_400_000;
const TRACES = 30;
const RECENT = 6;
const MODELS = ["usd-1", "eur-1", "mixed-1", "unpriced-1"] as const;
const TIERS = [undefined, "pro", "free"];

/** The first day of the calls (milliseconds), of three days of which the last is that of `now`. */
export const firstDay = (now: number) => Math.floor(now / DAY_MS) * DAY_MS - 2 * DAY_MS;

/** Prices as they are created; that of `usd-1` rises in the middle. */
export const pricesOf = (now: number): Record<string, object>[] => {
  const since = "2020-01-01T00:00:00Z";
  const rises = new Date(firstDay(now) + DAY_MS).toISOString();
  const eur = { prompt_token_cost_unit: "EUR", completion_token_cost_unit: "EUR" };
  return [
    {
      "usd-1": { prompt_token_cost: 2e-6, completion_token_cost: 8e-6, effective_date: since },
      "eur-1": { prompt_token_cost: 1e-6, completion_token_cost: 4e-6, effective_date: since, ...eur },
      "mixed-1": {
        prompt_token_cost: 5e-6,
        completion_token_cost: 7e-6,
        completion_token_cost_unit: "EUR",
        effective_date: since,
      },
    },
    { "usd-1": { prompt_token_cost: 3e-6, completion_token_cost: 8e-6, effective_date: rises } },
  ];
};

function costOf(
  model: string,
  isLater: boolean,
  prompt: number,
  completion: number,
): Record<string, number> | undefined {
  if (model === "usd-1") return { USD: prompt * (isLater ? 3e-6 : 2e-6) + completion * 8e-6 };
  if (model === "eur-1") return { EUR: prompt * 1e-6 + completion * 4e-6 };
  if (model === "mixed-1") return { USD: prompt * 5e-6, EUR: completion * 7e-6 };
  return undefined;
}

/**
 * Traces of an agent, its tool and its model, which is below the tool in every fourth one: failures without tokens,
 * totals without their parts and larger than those, zeros, models without a price or with one in two currencies, the last
 * microsecond of a day, and a trace that still runs. All latencies differ by six percent, so that none is in a bin with
 * another.
 */
export function awkwardCalls(now: number): AwkwardCall[] {
  const calls: AwkwardCall[] = [];
  const first = firstDay(now);
  for (let i = 0; i < TRACES; i += 1) {
    const isRecent = i >= TRACES - RECENT;
    const startMs = isRecent ? now - (TRACES - i) * 20_000 : first + i * 2 * 3_600_000;
    const isEdge = i === TRACES - RECENT - 1;
    const startedAt = isEdge
      ? `${new Date(first + DAY_MS).toISOString().slice(0, 10)}T23:59:59.999999Z`
      : new Date(startMs).toISOString();
    const traceId = `trace-${i}`;
    const base = { traceId, startedAt, tier: TIERS[i % TIERS.length] };
    const ms = (place: number) => Math.round(50 * 1.06 ** (i * 3 + place));
    const root = `${traceId}-agent`;
    const tool = `${traceId}-tool`;
    const isFailing = i % 6 === 5;
    calls.push({ ...base, id: root, kind: "agent", ms: ms(2), ...(isFailing && { exception: "Error: refused" }) });
    // A step that fails without its trace.
    const isFailingTool = i % 5 === 3;
    const failedTool = isFailingTool && { exception: "Error: no answer" };
    calls.push({ ...base, id: tool, parentId: root, kind: "tool", ms: ms(0), ...failedTool });
    calls.push({
      ...base,
      id: `${traceId}-llm`,
      parentId: i % 4 === 0 ? tool : root,
      kind: "llm",
      ms: ms(1),
      ...modelCall(i, startedAt >= new Date(first + DAY_MS).toISOString()),
    });
  }
  calls.push({
    id: "running-agent",
    traceId: "running",
    kind: "agent",
    startedAt: new Date(now - 5_000).toISOString(),
  });
  calls.push({
    id: "running-tool",
    traceId: "running",
    parentId: "running-agent",
    kind: "tool",
    startedAt: new Date(now - 4_000).toISOString(),
    ms: 1,
    exception: "Error: no answer",
  });
  return calls;
}

/** The roots of some calls, those that failed, and those of traces in which a call failed, all by plain arithmetic. */
export function failuresOf(calls: readonly AwkwardCall[]): { traces: number; failed: number; failing: number } {
  const roots = calls.filter(({ parentId }) => parentId === undefined);
  const failing = new Set(calls.filter(({ exception }) => exception !== undefined).map(({ traceId }) => traceId));
  return {
    traces: roots.length,
    failed: roots.filter(({ exception }) => exception !== undefined).length,
    failing: roots.filter(({ traceId }) => failing.has(traceId)).length,
  };
}

function modelCall(i: number, isLater: boolean): Partial<AwkwardCall> {
  const model = MODELS[i % MODELS.length] ?? "";
  const [prompt, completion] = [100 + 37 * i, 10 + 11 * i];
  switch (i % 6) {
    case 5:
      return i % 12 === 5 ? { exception: "Error: refused", model } : { exception: "Error: refused" };
    case 2:
      return { model: "unpriced-1", usage: { total_tokens: 500 + i } };
    case 3:
      return { model: "usd-1", usage: { prompt_tokens: 0, completion_tokens: 0 }, cost: { USD: 0 } };
    case 4:
      // The rest of a total is output, such as thoughts that are not among the completion tokens.
      return {
        model,
        usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion + 50 },
        cost: costOf(model, isLater, prompt, completion + 50),
      };
    default:
      return {
        model,
        usage: { prompt_tokens: prompt, completion_tokens: completion },
        cost: costOf(model, isLater, prompt, completion),
      };
  }
}

/** Many different numbers, repeated ones, texts, truth values and none, under the same names. */
export function awkwardFeedback(): AwkwardFeedback[] {
  const given: AwkwardFeedback[] = [];
  for (let i = 0; i < TRACES; i += 1) {
    const callId = `trace-${i}-agent`;
    const score = (name: string, output: unknown) =>
      given.push({ callId, type: `core.runnable.${name}`, payload: { output } });
    if (i % 2 === 0) score("quality", (i * 13 + 5) / 32);
    if (i % 10 === 0) score("quality", 0.25);
    score("grade", i % 5 === 0 ? i : ["good", "bad"][i % 2]);
    if (i % 3 === 0) score("passed", i % 2 === 0);
    if (i % 7 === 0) score("empty", null);
    if (i % 4 === 0) given.push({ callId, type: "core.reaction.1", payload: { emoji: i % 8 === 0 ? "👍" : "👎" } });
    given.push({ callId: `trace-${i}-llm`, type: "stars", payload: { score: i % 4 === 0 ? `${i}` : i % 6 } });
  }
  return given;
}

/** The time some milliseconds later, to the microsecond. */
export function endOf(startedAt: string, ms: number): string {
  const microseconds = /\.\d{3}(\d{3})Z/.exec(startedAt)?.[1] ?? "000";
  return new Date(Date.parse(startedAt) + ms).toISOString().replace("Z", `${microseconds}Z`);
}

/** How many records each type has, and the mean of those that are numbers. */
export function scoresOf(
  feedback: readonly AwkwardFeedback[],
): Map<string, { count: number; mean: number | undefined }> {
  const values = (type: string) =>
    feedback.filter((one) => one.type === type).map(({ payload }) => payload.output ?? payload.score ?? payload.emoji);
  return new Map(
    [...new Set(feedback.map(({ type }) => type))].map((type) => {
      const numbers = values(type).filter((value) => typeof value === "number");
      const mean = numbers.length > 0 ? numbers.reduce((all, one) => all + one, 0) / numbers.length : undefined;
      return [type, { count: values(type).length, mean }];
    }),
  );
}

/** What the counts of a call come to: what a total has in addition to input and output is output. */
export function countsOf({
  prompt_tokens: prompt,
  completion_tokens,
  total_tokens,
}: NonNullable<AwkwardCall["usage"]>) {
  if (prompt === undefined) return { prompt: 0, completion: 0, total: total_tokens ?? 0 };
  const total = total_tokens ?? prompt + (completion_tokens ?? 0);
  return { prompt, completion: total - prompt, total };
}
