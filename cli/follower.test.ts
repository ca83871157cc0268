import { expect, it } from "vitest";
import { createClient } from "@/lib/client/client";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { Follower } from "./follower";

interface Row {
  id: string;
  status: "running" | "success";
  parent_id?: string;
}

/** A stand-in for a service whose calls a test changes; each change moves the watermark. */
function standIn(...rows: Row[]) {
  let watermark = 1;
  const asked: string[] = [];
  const latest = () => new Date(Date.UTC(2026, 10, 20) + watermark * 1_000).toISOString();
  const write = ({ id, status, parent_id }: Row, place: number) =>
    JSON.stringify({ id, parent_id, started_at: `2026-11-20T00:00:0${place}Z`, overview: { status } });
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(String(address instanceof Request ? address.url : address));
    if (pathname === "/calls/query_stats") return Response.json({ count: rows.length, latest: latest() });
    asked.push(await new Response(init?.body ?? "").text());
    return new Response(rows.map((row, place) => `${write(row, place)}\n`).join(""));
  };
  return {
    client: createClient({ baseUrl: "http://service.test", fetch }),
    asked,
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

it("begins without rows, and does not return them later", async () => {
  const service = standIn({ id: "a", status: "success" });
  const controller = new AbortController();
  const { follower, rows } = await Follower.start({ ...followed, client: service.client, limit: 0 }, controller.signal);
  expect(rows).toEqual([]);
  service.change({ id: "a", status: "success" }, { id: "b", status: "success" });
  const { value } = await follower.follow(service.client, controller.signal).next();
  expect(states(value ?? [])).toEqual(["b success"]);
});
