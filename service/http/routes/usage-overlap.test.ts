import { expect, test } from "vitest";
import { price } from "@/lib/cost/test-prices";
import { type CallWrite, RANK } from "@/service/store/calls/call-write";
import { unique, useStore } from "@/service/store/testing/test-store";
import { pricedUsage } from "@/service/costs/priced-usage";

const opened = useStore();

const MODEL = "m";
const HOUR = { start: "2026-03-28T00:00:00.000000Z", end: "2026-03-28T03:00:00.000000Z" };
const PRICE = { model: MODEL, from: "2020-01-01T00:00:00.000000Z", to: undefined, price: price({ llm_id: MODEL }) };
/** To the microsecond. */
const time = (ms: number) =>
  new Date(Date.UTC(2026, 2, 28, 1) + ms)
    .toISOString()
    .replace("Z", `${String(Math.round((ms % 1) * 1000)).padStart(3, "0")}Z`);

/** Records of requests with one response id, by start and end in milliseconds; the tokens of the second column count. */
test.each<[string, [number, number][], number]>([
  [
    "overlap partly",
    [
      [0, 100],
      [10, 110],
    ],
    1,
  ],
  [
    "overlap partly, of different lengths",
    [
      [0, 100],
      [90, 500],
    ],
    1,
  ],
  [
    "overlap in a chain",
    [
      [0, 60],
      [50, 100],
      [90, 170],
    ],
    1,
  ],
  [
    "are points in another one",
    [
      [0, 100],
      [50, 50],
    ],
    1,
  ],
  [
    "are the same point",
    [
      [50, 50],
      [50, 50],
    ],
    1,
  ],
  [
    "follow each other",
    [
      [0, 100],
      [101, 200],
      [300, 400],
    ],
    3,
  ],
  [
    "touch",
    [
      [0, 100],
      [100, 200],
    ],
    2,
  ],
  [
    "seem to overlap by the millisecond of a clock",
    [
      [0, 100.4],
      [100, 200],
      [199, 300],
    ],
    3,
  ],
  [
    "overlap in two groups",
    [
      [0, 100],
      [50, 140],
      [200, 300],
      [298, 500],
    ],
    2,
  ],
  ["overlap all, and are many", Array.from({ length: 60 }, (_, place) => [place, 100 + 2 * place]), 1],
])("of records that %s count by time, in any order, with the same costs", async (_, times, requests) => {
  const places = times.map((_one, place) => place);
  const shuffled = places.toSorted((a, b) => ((a * 7) % 13) - ((b * 7) % 13));
  for (const order of [places, places.toReversed(), shuffled]) {
    const project_id = unique("usage/overlap");
    const writes = times.map(([from, to], place): CallWrite => ({
      project_id,
      id: `c${place}`,
      trace_id: `t${place}`,
      rank: RANK.end,
      op_name: "op",
      kind: "llm",
      started_at: time(from),
      ended_at: time(to),
      model: MODEL,
      usage: { prompt_tokens: 1000, total_tokens: 1000 },
      stated_cost: { total: 3, source: "test.cost" },
      response_id: "chatcmpl-1",
    }));
    for (const place of order) await opened().store.writeCalls(writes.slice(place, place + 1));
    const range = { ...HOUR, starts: [HOUR.start], groupBy: [], prices: [PRICE], limit: 100 };
    const counted = await opened().store.countByTime({ project_id, ...range });
    const [all] = counted.filter(({ bucket }) => bucket === undefined);
    expect(all?.usage.reduce((sum, { usage }) => sum + (usage.prompt_tokens ?? 0), 0)).toBe(1000 * requests);
    expect(all && pricedUsage(all, { prices: [PRICE], basis: "stated" }).total_cost).toEqual({ USD: 3 * requests });
  }
});
