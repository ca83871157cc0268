import { describe, expect, test } from "vitest";
import { BATCH_ITEMS } from "@/lib/contract/limits";
import { JsonText } from "@/lib/json/text";
import { fullEnd, fullStart, minimalEnd, minimalStart } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const EXACT =
  '{ "big": 12345678901234567890, "one": 1.0, "huge": 1e200000, "nul": "\\u0000", "half": "\\ud800", "z": 1, "a": 2 }';

const startOf = (fields: object) => ({ start: { ...minimalStart, ...fields } });
const endOf = (fields: object) => ({ end: { ...minimalEnd, ...fields } });
const readText = async (id: string, more: object = {}) =>
  (await service.post("/call/read", { project_id, id, ...more })).text();

describe("/call/start and /call/end", () => {
  test("a full call is read back as it was sent", async () => {
    const started = await service.post("/call/start", { start: fullStart });
    expect(await started.json()).toEqual({ id: fullStart.id, trace_id: fullStart.trace_id });
    const ended = await service.post("/call/end", { end: fullEnd });
    expect([ended.status, await ended.json()]).toEqual([200, {}]);
    expect(JSON.parse(await readText(fullStart.id))).toEqual({
      call: {
        ...fullStart,
        ...fullEnd,
        started_at: "2026-11-20T08:40:45.487000Z",
        ended_at: "2026-11-20T08:40:46.533000Z",
        summary: { ...fullEnd.summary, weave: { status: "error", latency_ms: 1046, trace_name: "Answer!" } },
        ext_user_id: "admin",
      },
    });
  });

  test("a start without IDs gets time-ordered ones, and the key's owner", async () => {
    const response = await service.post("/call/start", startOf({ ext_user_id: "mallory" }));
    const { id, trace_id } = await response.json();
    expect([id, trace_id]).toEqual([expect.stringMatching(V7), expect.stringMatching(V7)]);
    expect(JSON.parse(await readText(id)).call).toMatchObject({ id, trace_id, ext_user_id: "admin" });
  });

  test("payloads keep every character from request to response", async () => {
    const exact = new JsonText(EXACT);
    await service.post("/call/start", startOf({ id: "exact", attributes: exact, inputs: exact }));
    await service.post("/call/end", endOf({ id: "exact", output: new JsonText("1.0"), summary: exact }));
    const text = await readText("exact");
    for (const field of ["attributes", "inputs"]) expect(text).toContain(`"${field}":${EXACT}`);
    expect(text).toContain(`"summary":${EXACT.slice(0, -1)},"weave":{`);
    expect(text).toContain('"output":1.0');
  });

  test("an end whose start has not arrived is pending until it does", async () => {
    expect((await service.post("/call/end", endOf({ id: "early", output: 7 }))).status).toBe(200);
    expect((await service.post("/call/read", { project_id, id: "early" })).status).toBe(404);
    await service.post("/call/start", startOf({ id: "early" }));
    expect(JSON.parse(await readText("early")).call).toMatchObject({ op_name: "answer", output: 7 });
  });

  test("the same ID in another trace is rejected", async () => {
    await service.post("/call/start", startOf({ id: "taken", trace_id: "t1" }));
    const response = await service.post("/call/start", startOf({ id: "taken", trace_id: "t2" }));
    expect([response.status, (await response.json()).code]).toEqual([409, "conflict"]);
  });
});

describe("/call/upsert_batch", () => {
  test("items are accepted or rejected individually, the rejected ones stored with their reason", async () => {
    const batch = [
      { mode: "start", req: startOf({ id: "b1", trace_id: "bt" }) },
      { mode: "start", req: startOf({ id: "b2", op_name: "" }) },
      { mode: "middle", req: {} },
      "nonsense",
      { mode: "end", req: endOf({ id: "b1", output: "done" }) },
      { mode: "start", req: startOf({ id: "b1", trace_id: "another" }) },
    ];
    const response = await service.post("/call/upsert_batch", { batch });
    const { res, refused } = await response.json();
    expect([response.status, refused, res.length]).toEqual([200, 4, 6]);
    expect(res[0]).toEqual({ id: "b1", trace_id: "bt" });
    expect(res[1].error).toEqual({
      code: "invalid",
      message: "req.start.op_name: must not be empty",
      errors: [{ path: "req.start.op_name", message: "must not be empty" }],
    });
    expect(res[2].error.errors[0].path).toBe("mode");
    expect(res[3].error.message).toBe("must be an object, found a string");
    expect(res[4]).toEqual({});
    expect(res[5].error.code).toBe("conflict");
    expect(JSON.parse(await readText("b1")).call.output).toBe("done");
    const kept = await (await service.post("/refusals/query", { project_id })).json();
    expect(kept.refusals.map(({ call_id, reason }: { call_id: string; reason: string }) => [call_id, reason])).toEqual(
      expect.arrayContaining([
        ["b2", "req.start.op_name: must not be empty"],
        ["b1", res[5].error.message],
      ]),
    );
  });

  test.each([
    ["an empty batch", { batch: [] }, 200],
    ["no batch", {}, 422],
    ["a batch that is no list", { batch: {} }, 422],
    ["too many items", { batch: Array(BATCH_ITEMS + 1).fill(0) }, 422],
  ])("%s", async (_what, body, status) => {
    expect((await service.post("/call/upsert_batch", body)).status).toBe(status);
  });

  test("a body without a content type is accepted: an SDK sends raw bytes", async () => {
    const batch = [{ mode: "start", req: startOf({ id: "raw" }) }];
    expect((await service.post("/call/upsert_batch", { batch }, { "content-type": undefined })).status).toBe(200);
    expect(await readText("raw")).toContain('"id":"raw"');
  });

  test("repeating a batch changes nothing", async () => {
    const batch = [
      { mode: "start", req: startOf({ id: "again", trace_id: "at" }) },
      { mode: "end", req: endOf({ id: "again", output: 1 }) },
    ];
    await service.post("/call/upsert_batch", { batch });
    const first = await readText("again");
    await service.post("/call/upsert_batch", { batch });
    expect(await readText("again")).toBe(first);
  });
});

describe("/call/read", () => {
  test.each([
    ["an unknown ID", { project_id, id: "nobody" }],
    ["an ID of another project", { project_id: "acme/other", id: fullStart.id }],
  ])("%s is not found", async (_what, body) => {
    const response = await service.post("/call/read", body);
    expect([response.status, (await response.json()).code]).toEqual([404, "not_found"]);
  });

  test("include_costs adds to the summary and changes nothing else in it", async () => {
    const summary = '{ "usage": {"gpt": {"prompt_tokens": 3, "completion_tokens": 2}}, "n": 1.0 }';
    await service.post("/call/start", startOf({ id: "priced" }));
    await service.post("/call/end", endOf({ id: "priced", summary: new JsonText(summary) }));
    expect(await readText("priced")).toContain(`"summary":${summary.slice(0, -1)},"weave":{`);
    const costs = '"costs":{"gpt":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5,"priced":false}}';
    expect(await readText("priced", { include_costs: true })).toContain(
      `"summary":${summary.slice(0, -2)},${costs},"weave":{`,
    );
  });

  test("sizes are returned on request", async () => {
    const { call } = JSON.parse(
      await readText("exact", { include_storage_size: true, include_total_storage_size: true }),
    );
    expect(call.storage_size_bytes).toBeGreaterThan(3 * EXACT.length);
    expect(call.total_storage_size_bytes).toBeGreaterThanOrEqual(call.storage_size_bytes);
    expect(await readText("exact")).not.toContain("storage_size");
  });

  test("storage size is that of the call, total storage size that of a root's trace", async () => {
    const ids = { trace_id: "sized" };
    await service.post("/call/start", startOf({ ...ids, id: "root", inputs: { a: 1 } }));
    await service.post("/call/start", startOf({ ...ids, id: "leaf", parent_id: "root", inputs: { b: 22 } }));
    const sizes = async (id: string, more: object) => {
      const { storage_size_bytes, total_storage_size_bytes } = JSON.parse(await readText(id, more)).call;
      return [storage_size_bytes, total_storage_size_bytes];
    };
    const both = { include_storage_size: true, include_total_storage_size: true };
    expect(await sizes("root", both)).toEqual([7, 15]);
    expect(await sizes("leaf", both)).toEqual([8, undefined]);
    expect(await sizes("root", { include_storage_size: true })).toEqual([7, undefined]);
    expect(await sizes("root", { include_total_storage_size: true })).toEqual([undefined, 15]);
    expect(await sizes("root", { include_storage_size: null, include_total_storage_size: false })).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("lists and counts", () => {
  test("JSON lines, one call each, in the requested order", async () => {
    for (const id of ["l1", "l2", "l3"])
      await service.post(
        "/call/start",
        startOf({ project_id: "acme/listed", id, started_at: `2026-01-0${id[1]}T00:00:00Z` }),
      );
    const body = { project_id: "acme/listed", columns: ["id"], sort_by: [{ field: "started_at", direction: "desc" }] };
    const response = await service.post("/calls/stream_query", body);
    expect(response.headers.get("content-type")).toBe("application/jsonl");
    expect(await response.text()).toBe('{"id":"l3"}\n{"id":"l2"}\n{"id":"l1"}\n');
    const stats = await (await service.post("/calls/query_stats", { project_id: "acme/listed" })).json();
    expect(stats).toEqual({ count: 3, latest: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) });
    const counted = async (more: object) =>
      (await (await service.post("/calls/query_stats", { project_id: "acme/listed", ...more })).json()).count;
    for (const limit of [0, 2, 5]) expect(await counted({ limit })).toBe(Math.min(limit, 3));
  });

  test("a project without calls is an empty list", async () => {
    const response = await service.post("/calls/stream_query", { project_id: "acme/empty" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(await (await service.post("/calls/query_stats", { project_id: "acme/empty" })).json()).toEqual({ count: 0 });
  });

  test("what a list does not know is refused before it starts", async () => {
    const body = { project_id, sort_by: [{ field: "nothing_of_the_sort" }] };
    const response = await service.post("/calls/stream_query", body);
    expect(response.status).toBe(422);
    expect((await response.json()).errors[0].path).toBe("sort_by[0].field");
  });
});

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/;
