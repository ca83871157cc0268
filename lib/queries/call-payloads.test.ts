import { expect, it } from "vitest";
import type { CallRow } from "@/lib/contract/calls";
import { callPayloads, REQUEST_CHARS } from "./call-payloads";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const row = (id: string, ended = true): CallRow => ({ id, ...(ended && { ended_at: "2026-11-20T10:00:00.000000Z" }) });
const idsOf = (body: Record<string, unknown>) => (body["filter"] as { call_ids: string[] }).call_ids;

it("requests in parts, and again only what is new or has ended since", async () => {
  const { client, asked } = testClient(({ body }) =>
    idsOf(body)
      .map((id) => `{"id":"${id}","inputs":{"n": 1.0},"output":"${id}"}\n`)
      .join(""),
  );
  const cache = createQueryClient();
  const read = (rows: readonly CallRow[]) =>
    cache.fetchQuery({ ...callPayloads("local/demo", "t", rows, client), staleTime: 0 });
  const rows = Array.from({ length: 150 }, (_, n) => row(`${n}`, n !== 7));
  const first = await read(rows);
  expect(first.size).toBe(150);
  expect(first.get("3")?.inputs?.text).toBe('{"n": 1.0}');
  expect(asked.map(({ body }) => idsOf(body).length)).toEqual([100, 50]);
  expect(asked[0]?.body).toMatchObject({ columns: ["id", "inputs", "output"] });
  expect(await read(rows)).toBe(first);
  await read([...rows.slice(0, 7), row("7"), ...rows.slice(8), row("new")]);
  expect(asked.slice(2).map(({ body }) => idsOf(body))).toEqual([["7", "new"]]);
});

it("leaves out what follows too many characters", async () => {
  const long = "x".repeat(REQUEST_CHARS);
  const { client } = testClient(() => `{"id":"a","output":"${long}"}\n{"id":"b","output":"1"}\n`);
  const read = await createQueryClient().fetchQuery(callPayloads("local/demo", "t", [row("a"), row("b")], client));
  expect(read.get("a")?.output?.text.length).toBe(REQUEST_CHARS + 2);
  expect(read.get("b")).toEqual({ isLeftOut: true, hasEnded: true });
});
