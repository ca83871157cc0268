import { expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { DiskWatch } from "./disk-watch";
import { postOf, useService } from "@/service/http/routes/test-service";

const service = useService();
const MIB = 2 ** 20;

test.each([
  [255 * MIB, true],
  [256 * MIB, false],
  [0, true],
])("%i bytes free: full is %s", async (bavail, full) => {
  const disk = new DiskWatch("/data", async () => ({ bavail, blocks: bavail * 2, bsize: 1 }));
  expect(disk.isFull).toBe(false);
  await disk.check();
  expect([disk.isFull, disk.freeBytes, disk.sizeBytes]).toEqual([full, bavail, bavail * 2]);
});

test("a folder that cannot be measured is not full", async () => {
  const disk = new DiskWatch("/data", () => Promise.reject(new Error("ENOENT")));
  await disk.check();
  expect(disk.isFull).toBe(false);
});

test("a full disk accepts no writes but allows reading and deleting, and writes work again once there is space", async () => {
  let full = false;
  const app = service.app({ diskIsFull: () => full });
  const project_id = "acme/full";
  const start = { start: { ...minimalStart, project_id, id: "before" } };
  expect((await app.request("/call/start", postOf(start))).status).toBe(200);
  full = true;
  const refused = await app.request("/call/start", postOf({ start: { ...start.start, id: "during" } }));
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([507, "30"]);
  expect((await refused.json()).code).toBe("storage_full");
  const spans = await app.request("/v1/traces", postOf(exportOf([{ name: "span" }])));
  // With a status other than 429, 502, 503 and 504 the client would drop its spans.
  expect([spans.status, spans.headers.get("retry-after")]).toEqual([503, "30"]);
  for (const [path, body] of [
    ["/call/read", { project_id, id: "before" }],
    ["/calls/stream_query", { project_id }],
    ["/keys/query", {}],
    ["/calls/delete", { project_id, call_ids: ["none"] }],
  ] as const) {
    const response = await app.request(path, postOf(body));
    await response.text();
    expect([path, response.status]).toEqual([path, 200]);
  }
  full = false;
  expect((await app.request("/call/start", postOf({ start: { ...start.start, id: "after" } }))).status).toBe(200);
});
