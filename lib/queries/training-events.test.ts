import { describe, expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";
import { EVENTS_KEPT, trainingProgress } from "./training-events";
import { readEarlierLog, trainingLog } from "./training-log";

const ID = "019a9e6e-7b5a-7000-8000-000000000001";
const AT = "2026-11-20T08:00:00.000000Z";

interface Said {
  id: string;
  type: string;
  data: object;
}

/** A service that returns the events of one job, `page` at a time, as the contract defines. */
function serviceOf(said: Said[], page: number) {
  return testClient(({ path }) => {
    const asked = new URL(path, "http://service").searchParams;
    const [after, order, logs] = ["after", "order", "logs"].map((name) => asked.get(name));
    const wanted = said.filter(({ type }) => (logs === "only") === (type === "log"));
    const ordered = order === "desc" ? wanted.toReversed() : wanted;
    const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
    const data = ordered.slice(from, from + page).map((event) => ({ ...event, created_at: AT }));
    return JSON.stringify({ data, has_more: from + page < ordered.length });
  });
}

const steps = (from: number, to: number): Said[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: String(from + at),
    type: "gradient_step",
    data: { step: from + at, loss: 1 / (from + at) },
  }));
const logs = (from: number, to: number): Said[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: String(from + at),
    type: "log",
    data: { text: `line ${from + at}` },
  }));

describe("trainingProgress", () => {
  it("continues where it ended, a few pages at a time, and draws all events", async () => {
    const said = [...steps(1, 10), ...logs(11, 13)];
    const { client, asked } = serviceOf(said, 2);
    const cache = createQueryClient();
    const options = trainingProgress({ id: ID, isOver: false }, client);
    expect(await cache.fetchQuery({ ...options, staleTime: 0 })).toMatchObject({ hasMore: true });
    const whole = await cache.fetchQuery({ ...options, staleTime: 0 });
    expect(whole).toMatchObject({ hasMore: false });
    expect(whole.events.map(({ id }) => id)).toEqual(steps(1, 10).map(({ id }) => id));
    expect(whole.curves.byName.get("loss")?.steps).toHaveLength(10);
    expect(asked).toHaveLength(5);
    said.push({ id: "14", type: "gradient_step", data: { step: 11, loss: 0 } });
    const later = await cache.fetchQuery({ ...options, staleTime: 0 });
    expect(later.curves.byName.get("loss")?.steps.at(-1)).toBe(11);
    expect(asked.at(-1)?.path).toContain("after=10");
  });

  it("keeps the last of very many events, and draws all", async () => {
    const { client } = serviceOf(steps(1, EVENTS_KEPT + 10), 20_000);
    const { events, total, curves } = await createQueryClient().fetchQuery(
      trainingProgress({ id: ID, isOver: true }, client),
    );
    expect([events.length, total, events[0]?.id]).toEqual([EVENTS_KEPT, EVENTS_KEPT + 10, "11"]);
    expect(curves.byName.get("loss")?.steps).toHaveLength(EVENTS_KEPT + 10);
  });

  it("continues from the known events when the job has ended", async () => {
    const said = steps(1, 3);
    const { client, asked } = serviceOf(said, 100);
    const cache = createQueryClient();
    await cache.fetchQuery(trainingProgress({ id: ID, isOver: false }, client));
    said.push(...steps(4, 5));
    const { events } = await cache.fetchQuery(trainingProgress({ id: ID, isOver: true }, client));
    expect(events).toHaveLength(5);
    expect(asked.map(({ path }) => path.includes("after=3"))).toEqual([false, true]);
  });
});

describe("trainingLog", () => {
  it("reads the end first, then new lines, and earlier lines on request", async () => {
    const said = [...steps(1, 2), ...logs(3, 9)];
    const { client } = serviceOf(said, 3);
    const cache = createQueryClient();
    const options = { ...trainingLog({ id: ID, isOver: false }, client), staleTime: 0 };
    const end = await cache.fetchQuery(options);
    expect(end.lines.map(({ text }) => text)).toEqual(["line 7", "line 8", "line 9"]);
    expect(end).toMatchObject({ hasEarlier: true, firstId: "7", lastId: "9" });
    said.push(...logs(10, 14));
    const grown = await cache.fetchQuery(options);
    expect(grown.lines.at(-1)?.text).toBe("line 14");
    const earlier = cache.getMutationCache().build(cache, readEarlierLog({ id: ID, isOver: false }, client));
    await earlier.execute("7");
    const all = cache.getQueryData(options.queryKey);
    expect(all?.lines.map(({ text }) => text).slice(0, 4)).toEqual(["line 4", "line 5", "line 6", "line 7"]);
    expect(all).toMatchObject({ hasEarlier: true, firstId: "4", lastId: "14" });
  });

  it("returns nothing for an empty log, and still receives new lines", async () => {
    const said = steps(1, 2);
    const { client } = serviceOf(said, 3);
    const cache = createQueryClient();
    const options = { ...trainingLog({ id: ID, isOver: false }, client), staleTime: 0 };
    expect(await cache.fetchQuery(options)).toMatchObject({ lines: [], hasEarlier: false });
    said.push(...logs(3, 3));
    expect((await cache.fetchQuery(options)).lines).toHaveLength(1);
  });
});
