import { afterAll, beforeAll, expect, test } from "vitest";
import { minimalStart } from "@/lib/contract/test-examples";
import { exportOf } from "@/service/ingest/otlp/test-export";
import { type TestDatabase, freshDatabase } from "@/service/store/embedded/test-database";
import { openStore } from "@/service/store/open-store";
import type { Store } from "@/service/store/store";
import { BreakableWay } from "./test-outage";
import { postOf, useService } from "./test-service";

const service = useService();
const project_id = "acme/outage";
const start = { start: { ...minimalStart, project_id, id: "c1", trace_id: "t" } };
const REQUESTS: [string, RequestInit | undefined][] = [
  ["/call/start", postOf(start)],
  ["/call/read", postOf({ project_id, id: "c1" })],
  ["/calls/stream_query", postOf({ project_id })],
  ["/calls/query_stats", postOf({ project_id })],
  ["/obj/create", postOf({ obj: { project_id, object_id: "o", val: 1 } })],
  ["/v1/traces", postOf(exportOf([{ name: "span" }]))],
  ["/health", undefined],
];

let opened: { database: TestDatabase; way: BreakableWay; store: Store };

beforeAll(async () => {
  const database = await freshDatabase("migrated");
  const way = new BreakableWay(database.connection);
  const store = await openStore({ connection: await way.restore(), statementTimeoutMs: 1_000 });
  opened = { database, way, store };
  await service.app({ store }).request("/call/start", postOf(start));
});
afterAll(async () => {
  const { database, way, store } = opened;
  await store.close();
  await way.cut();
  await database.drop();
});

async function statuses(): Promise<[string, number, string | null][]> {
  const app = service.app({ store: opened.store });
  return Promise.all(
    REQUESTS.map(async ([path, request]): Promise<[string, number, string | null]> => {
      const response = await app.request(path, request);
      await response.text();
      return [path, response.status, response.headers.get("retry-after")];
    }),
  );
}

const all = (status: number, retryAfter: string | null) =>
  REQUESTS.map(([path]) => [path, status, path === "/health" ? null : retryAfter]);

test("an unavailable database means 503 with a time to retry; once it is back, so is the service", async () => {
  const { way } = opened;
  expect(await statuses()).toEqual(all(200, null));
  await way.cut();
  expect(await statuses()).toEqual(all(503, "1"));
  await way.restore();
  expect(await statuses()).toEqual(all(200, null));
});

test("requests do not wait forever for a database that stops responding", async () => {
  const { way } = opened;
  way.fallSilent();
  expect(await statuses()).toEqual(all(503, "1"));
  await way.cut();
  await way.restore();
  expect(await statuses()).toEqual(all(200, null));
});
