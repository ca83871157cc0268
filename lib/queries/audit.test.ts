import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ALL_RECORDS } from "@/lib/filter/audit-view";
import { auditExport, auditList } from "./audit";
import { testClient } from "./test-client";

const record = (id: string) => ({
  id,
  at: "2026-11-20T12:00:00.000000Z",
  kind: "change",
  action: "keysCreate",
  target: { owner: "ada" },
  result: {},
});

describe("auditList", () => {
  it("continues after the last record, with the range of the first page", async () => {
    const { client, asked } = testClient(({ body }) =>
      JSON.stringify({ records: [record(body["after_id"] ? "b" : "a")], has_more: true }),
    );
    const view = { ...ALL_RECORDS, range: "1h" };
    await new QueryClient().fetchInfiniteQuery({ ...auditList(view, client), pages: 2 });
    expect(asked.map(({ body }) => body["after_id"])).toEqual([undefined, "a"]);
    expect(asked[1]?.body["start"]).toBe(asked[0]?.body["start"]);
  });

  it("ends where the service has no more", async () => {
    const { client, asked } = testClient(() => JSON.stringify({ records: [record("a")], has_more: false }));
    await new QueryClient().fetchInfiniteQuery({ ...auditList(ALL_RECORDS, client), pages: 2 });
    expect(asked).toHaveLength(1);
  });
});

describe("auditExport", () => {
  const run = (answer: string) => {
    const { client, asked } = testClient(() => answer);
    const cache = new QueryClient();
    const view = { ...ALL_RECORDS, who: "ada" };
    return { asked, exported: cache.getMutationCache().build(cache, auditExport(view, client)).execute(undefined) };
  };

  it("writes every record that the view selects", async () => {
    const { asked, exported } = run(`${JSON.stringify(record("a"))}\n${JSON.stringify(record("b"))}\n`);
    const { file, records } = await exported;
    const lines = (await file.text()).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([record("a"), record("b")]);
    expect(records).toBe(2);
    expect(asked).toEqual([{ path: "/audit/export", body: { owner: "ada" } }]);
  });

  it("fails if the list is cut off", async () => {
    await expect(run(`${JSON.stringify(record("a"))}\n{"id"`).exported).rejects.toMatchObject({ code: "cut_off" });
  });
});
