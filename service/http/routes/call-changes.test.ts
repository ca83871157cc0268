import { describe, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/changes";

async function post(path: string, body: object) {
  const response = await service.post(path, { project_id, ...body });
  return { status: response.status, body: await response.json() };
}
const start = (id: string, fields: object = {}) =>
  service.post("/call/start", { start: { ...minimalStart, project_id, id, trace_id: "t", ...fields } });
const end = (id: string, fields: object = {}) =>
  service.post("/call/end", { end: { project_id, id, ended_at: "2026-11-20T09:00:00Z", ...fields } });
const nameOf = async (id: string) => (await post("/call/read", { id })).body.call?.display_name;
const listed = async (query: object = {}) => {
  const text = await (await service.post("/calls/stream_query", { project_id, ...query })).text();
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).id]));
};

describe("/call/update", () => {
  test("renames any number of times, in whatever order other messages arrive", async () => {
    const rename = (display_name: string) => post("/call/update", { call_id: "named", display_name });
    expect(await rename("before the start")).toEqual({ status: 200, body: {} });
    expect((await post("/call/read", { id: "named" })).status).toBe(404);
    await start("named", { display_name: "of the start" });
    expect(await nameOf("named")).toBe("before the start");
    await rename("日本語");
    await end("named", { display_name: "of the end" });
    expect(await nameOf("named")).toBe("日本語");
    const byName = { query: { $expr: { $eq: [{ $getField: "display_name" }, { $literal: "日本語" }] } } };
    expect(await listed(byName)).toEqual(["named"]);
    await rename("");
    expect(await nameOf("named")).toBeUndefined();
    expect(await listed(byName)).toEqual([]);
  });

  test.each([
    ["without a name", { call_id: "x" }, "display_name", "is required"],
    ["with null for a name", { call_id: "x", display_name: null }, "display_name", "must be a string, found null"],
    ["without a call", { display_name: "x" }, "call_id", "is required"],
    [
      "with an owner",
      { call_id: "x", display_name: "x", ext_user_id: "me" },
      "ext_user_id",
      "is set by the service and must not be sent",
    ],
  ])("is refused %s", async (_, body, path, message) => {
    const answer = await post("/call/update", body);
    expect([answer.status, answer.body.errors]).toEqual([422, [{ path, message }]]);
  });
});

describe("/calls/delete", () => {
  test("includes everything below, and neither its parent nor its siblings", async () => {
    for (const [id, parent_id] of [["r"], ["r1", "r"], ["r2", "r"], ["r11", "r1"], ["r111", "r11"]])
      await start(id ?? "", { parent_id, thread_id: "deletion" });
    const before = (await post("/calls/query_stats", { limit: 1 })).body.latest;
    const all = { filter: { thread_ids: ["deletion"] } };
    expect((await post("/calls/delete", { call_ids: ["r1", "none"] })).body).toEqual({ num_deleted: 3 });
    expect(new Set(await listed(all))).toEqual(new Set(["r", "r2"]));
    expect((await post("/calls/query_stats", all)).body.count).toBe(2);
    expect((await post("/calls/query_stats", { limit: 1 })).body.latest > before).toBe(true);
    expect((await post("/call/read", { id: "r11" })).status).toBe(404);
  });

  test("is permanent: neither a late end nor a second start restores a call", async () => {
    await start("gone");
    expect((await post("/calls/delete", { call_ids: ["gone"] })).body).toEqual({ num_deleted: 1 });
    await end("gone");
    await start("gone");
    expect((await post("/call/read", { id: "gone" })).status).toBe(404);
    expect((await post("/calls/delete", { call_ids: ["gone"] })).body).toEqual({ num_deleted: 0 });
  });

  test("terminates for cyclic parents, and for two concurrent deletions", async () => {
    await start("ring-a", { parent_id: "ring-b" });
    await start("ring-b", { parent_id: "ring-a" });
    const both = await Promise.all(["ring-a", "ring-b"].map((id) => post("/calls/delete", { call_ids: [id] })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.reduce((sum, { body }) => sum + body.num_deleted, 0)).toBe(2);
  });

  test("touches no other project", async () => {
    await start("mine");
    expect((await post("/calls/delete", { project_id: "acme/other", call_ids: ["mine"] })).body).toEqual({
      num_deleted: 0,
    });
    expect((await post("/call/read", { id: "mine" })).status).toBe(200);
  });

  test.each([
    ["a typo", { call_idz: [] }, "call_idz", "is not a known field"],
    ["too many", { call_ids: Array.from({ length: 10_001 }, String) }, "call_ids", "must have at most 10000 items"],
  ])("%s is refused", async (_, body, path, message) => {
    const answer = await post("/calls/delete", body);
    expect([answer.status, answer.body.errors]).toEqual([422, expect.arrayContaining([{ path, message }])]);
  });
});

describe("/calls/restore", () => {
  test("restores everything that one deletion removed, and nothing that another did", async () => {
    for (const [id, parent_id] of [["b"], ["b1", "b"], ["b2", "b"], ["b11", "b1"]])
      await start(id ?? "", { parent_id, thread_id: "restored" });
    await post("/calls/delete", { call_ids: ["b2"] });
    await post("/calls/delete", { call_ids: ["b1"] });
    const before = (await post("/calls/query_stats", { limit: 1 })).body.latest;
    expect((await post("/calls/restore", { call_ids: ["b1", "none"] })).body).toEqual({ num_restored: 2 });
    expect(new Set(await listed({ filter: { thread_ids: ["restored"] } }))).toEqual(new Set(["b", "b1", "b11"]));
    expect((await post("/calls/query_stats", { limit: 1 })).body.latest > before).toBe(true);
    expect((await post("/calls/restore", { call_ids: ["b1", "b"] })).body).toEqual({ num_restored: 0 });
  });

  test("includes calls that were reported later", async () => {
    await start("told", { thread_id: "late" });
    await post("/calls/delete", { call_ids: ["told"] });
    await end("told");
    expect((await post("/calls/restore", { call_ids: ["told"] })).body).toEqual({ num_restored: 1 });
    expect((await post("/call/read", { id: "told" })).body.call.ended_at).toBe("2026-11-20T09:00:00.000000Z");
  });

  test("touches no other project", async () => {
    await start("kept-away");
    await post("/calls/delete", { call_ids: ["kept-away"] });
    const elsewhere = await post("/calls/restore", { project_id: "acme/other", call_ids: ["kept-away"] });
    expect(elsewhere.body).toEqual({ num_restored: 0 });
    expect((await post("/call/read", { id: "kept-away" })).status).toBe(404);
  });
});
