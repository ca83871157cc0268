import { beforeAll, describe, expect, test } from "vitest";
import { PRICED_TOKENS, joinPrices } from "./call-prices";
import { Database } from "@/service/store/connections/database";
import { Parameters } from "@/service/store/sql/parameters";
import { PROJECT, finished, start, useStore } from "@/service/store/testing/test-store";

const opened = useStore();
const day = (date: string) => `2026-${date}T00:00:00.000000Z`;

beforeAll(async () => {
  const call = (id: string, date: string, model: string | undefined, usage: object) =>
    finished({ id, started_at: day(date), ended_at: day(date), model, usage });
  await opened().store.writeCalls([
    call("before", "01-31", "gpt", { prompt_tokens: 1 }),
    call("from", "02-01", "gpt", {
      prompt_tokens: 10,
      completion_tokens: 4,
      cached_tokens: 6,
      cache_write_tokens: 9,
      cache_write_1h_tokens: 8,
    }),
    call("within", "02-28", "gpt", { prompt_tokens: 20, cached_tokens: 30 }),
    call("until", "03-01", "gpt", { completion_tokens: 5 }),
    call("cached", "03-02", "gpt", { cached_tokens: 7 }),
    call("other", "02-02", "模型 '\\ %", { prompt_tokens: 2 }),
    call("unpriced", "02-02", "llama", { prompt_tokens: 3 }),
    call("no model", "02-02", undefined, { prompt_tokens: 4 }),
    start({ id: "elsewhere", project_id: "local/elsewhere", model: "secret" }),
  ]);
});

/** Of the tokens written to the cache all are written for an hour. */
const countsAt = (
  place: number | null,
  prompt_tokens: number,
  cached_tokens: number | null,
  cache_write_tokens: number | null,
  completion_tokens: number | null,
) => ({
  place,
  prompt_tokens,
  cached_tokens,
  cache_write_tokens,
  cache_write_1h_tokens: cache_write_tokens,
  completion_tokens,
});

describe("prices joined to calls", () => {
  const SPANS = [
    { model: "gpt", from: day("02-01"), to: day("03-01") },
    { model: "gpt", from: day("03-01"), to: undefined },
    { model: "模型 '\\ %", from: day("01-01"), to: undefined },
  ];

  test.each([
    [
      "each call has the price of its time",
      SPANS,
      [
        countsAt(0, 30, 26, 4, 4),
        countsAt(1, 7, 7, null, 5),
        countsAt(2, 2, null, null, null),
        countsAt(null, 8, null, null, null),
      ],
    ],
    ["without prices all are unpriced", [], [countsAt(null, 47, 33, 4, 9)]],
  ])("%s", async (_what, spans, expected) => {
    const database = Database.open({ connection: opened().connection });
    const parameters = new Parameters();
    const rows = await database.query(
      `select priced.place, ${PRICED_TOKENS} from calls c ${joinPrices(spans, parameters)}
       where c.project_id = ${parameters.add(PROJECT, "text")} and c.visible group by priced.place order by 1`,
      parameters.values,
    );
    await database.close();
    expect(rows).toEqual(expected);
  });
});

test("the models of a project, each once, by name", async () => {
  expect(await opened().store.listModels(PROJECT)).toEqual(["gpt", "llama", "模型 '\\ %"]);
  expect(await opened().store.listModels("local/empty")).toEqual([]);
});
