import { expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "@/lib/client/client";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { Follower } from "./follower";

interface Row {
  id: string;
  status: "running" | "success";
  parent_id?: string;
  received_at?: string;
}

/** A stand-in for a service whose calls a test changes; each change moves the watermark. */
function standIn(...rows: Row[]) {
  let watermark = 1;
  const asked: string[] = [];
  const latest = () => new Date(Date.UTC(2026, 10, 20) + watermark * 1_000).toISOString();
  const write = ({ id, status, parent_id, received_at }: Row, place: number) =>
    JSON.stringify({ id, parent_id, started_at: `2026-11-20T00:00:0${place}Z`, overview: { status, received_at } });
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(String(address instanceof Request ? address.url : address));
    if (pathname === "/calls/query_stats") return Response.json({ count: rows.length, latest: latest() });
    asked.push(await new Response(init?.body ?? "").text());
    return new Response(rows.map((row, place) => `${write(row, place)}\n`).join(""));
  };
  return {
    client: createClient({ baseUrl: "http://service.test", fetch }),
    asked,
    /** Without moving the watermark, as rows that are no longer roots. */
    keep: (...ids: string[]) => {
      rows.splice(0, rows.length, ...rows.filter(({ id }) => ids.includes(id)));
    },
    change: (...next: Row[]) => {
      rows.splice(0, rows.length, ...next);
      watermark += 1;
    },
  };
}

const followed = { projectId: "acme/bot", view: NEWEST_TRACES };
const states = (rows: readonly { id: string; overview?: { status: string } | undefined }[]) =>
  rows.map(({ id, overview }) => `${id} ${overview?.status}`);

it("returns each trace once in each state, oldest first, and none whose root has not arrived", async () => {
  const service = standIn({ id: "a", status: "success" }, { id: "b", status: "running" });
  const controller = new AbortController();
  const { follower, rows } = await Follower.start({ ...followed, client: service.client, limit: 1 }, controller.signal);
  expect(states(rows)).toEqual(["b running"]);
  const following = follower.follow(service.client, controller.signal);
  const a: Row = { id: "a", status: "success" };
  service.change(
    a,
    { id: "b", status: "success" },
    { id: "c", status: "running" },
    { id: "d", status: "success", parent_id: "x" },
  );
  expect(states((await following.next()).value ?? [])).toEqual(["b success", "c running"]);
  service.change(a, { id: "b", status: "success" }, { id: "c", status: "success" });
  expect(states((await following.next()).value ?? [])).toEqual(["c success"]);
  // What arrived or ended lately, also in the project's own condition.
  expect(service.asked.at(-1)).toContain("overview.received_at");
  controller.abort(new Error("enough"));
  await expect(following.next()).rejects.toThrow("aborted");
});

it("takes calls for roots whose parents do not arrive within a minute, each once", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const orphan = (id: string, received_at: string): Row => ({ id, status: "success", parent_id: "lost", received_at });
  const old = orphan("old", "2026-11-20T09:58:00.000000Z");
  const [late, lone] = [orphan("late", "2026-11-20T09:59:30.000000Z"), orphan("lone", "2026-11-20T09:59:30.000000Z")];
  const service = standIn(old, late, lone);
  const controller = new AbortController();
  const { follower, rows } = await Follower.start({ ...followed, client: service.client, limit: 9 }, controller.signal);
  expect(states(rows)).toEqual(["old success"]);
  const following = follower.follow(service.client, controller.signal);
  const next = following.next();
  // The parent of the first one has arrived, so that the service does not give it among the roots.
  vi.setSystemTime(new Date("2026-11-20T10:00:31Z"));
  service.keep("lone");
  expect(states((await next).value ?? [])).toEqual(["lone success"]);
  const asked = service.asked.at(-1) ?? "";
  expect(JSON.parse(asked)).toMatchObject({ filter: { trace_roots_only: true, call_ids: ["late", "lone"] } });
  service.change({ id: "root", status: "success" }, lone);
  expect(states((await following.next()).value ?? [])).toEqual(["root success"]);
  controller.abort(new Error("enough"));
  await expect(following.next()).rejects.toThrow("aborted");
});

it("begins without rows, and does not return them later", async () => {
  const service = standIn({ id: "a", status: "success" });
  const controller = new AbortController();
  const { follower, rows } = await Follower.start({ ...followed, client: service.client, limit: 0 }, controller.signal);
  expect(rows).toEqual([]);
  service.change({ id: "a", status: "success" }, { id: "b", status: "success" });
  const { value } = await follower.follow(service.client, controller.signal).next();
  expect(states(value ?? [])).toEqual(["b success"]);
});
