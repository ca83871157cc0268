import { hydrate } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { JsonText } from "@/lib/json/text";
import { agedState, portableState, readsPortable } from "./portable-state";
import { createQueryClient } from "./query-client";

const MANY_CHARS = 10_000;

/** What another cache has after the state went through JSON, as it does in a page. */
function taken(state: ReturnType<typeof portableState>) {
  const cache = createQueryClient();
  hydrate(cache, JSON.parse(JSON.stringify(state)) as typeof state, readsPortable);
  return cache;
}

describe("portableState", () => {
  it("brings data with exact numbers to another cache, as fresh as it was", () => {
    const cache = createQueryClient(false);
    const page = { rows: [{ id: "a", inputs: new JsonText('{"n":12345678901234567890,"f":1.0}') }] };
    cache.setQueryData(["rows"], page, { updatedAt: 1_000 });
    cache.setQueryData(["costs"], new Map([["a", 0.1]]));
    const other = taken(portableState(cache, MANY_CHARS));
    expect(other.getQueryData(["rows"])).toStrictEqual(page);
    expect(other.getQueryData(["costs"])).toStrictEqual(new Map([["a", 0.1]]));
    expect(other.getQueryState(["rows"])).toMatchObject({ status: "success", dataUpdatedAt: 1_000 });
  });

  it("leaves out what failed, what was cut off and what is too long", async () => {
    const cache = createQueryClient(false);
    await cache.prefetchQuery({ queryKey: ["failed"], queryFn: () => Promise.reject(new Error("secret")) });
    cache.setQueryData(["cut off"], { rows: [], cutOff: new ApiError("cut_off", "The list was cut off.") });
    cache.setQueryData(["long"], "x".repeat(MANY_CHARS));
    cache.setQueryData(["short"], "x");
    const state = portableState(cache, MANY_CHARS);
    expect(state.queries.map(({ queryKey }) => queryKey)).toEqual([["short"]]);
    expect(JSON.stringify(state)).not.toContain("secret");
  });

  it("counts the characters of all data together", () => {
    const cache = createQueryClient(false);
    for (const name of ["a", "b", "c"]) cache.setQueryData([name], "x".repeat(40));
    expect(portableState(cache, 100).queries).toHaveLength(2);
  });
});

describe("agedState", () => {
  it("takes what was read while the page was opened as read now, and nothing as read in the future", () => {
    const cache = createQueryClient(false);
    for (const at of [1_000, 80_000, 999_000]) cache.setQueryData([at], 1, { updatedAt: at });
    const { queries } = agedState(portableState(cache, MANY_CHARS), 100_000);
    expect(queries.map(({ state }) => state.dataUpdatedAt)).toEqual([1_000, 100_000, 100_000]);
  });
});
