import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { exportRows } from "./table-export";

const rows = Array.from({ length: 2_500 }, (_, n) => ({
  digest: String(n),
  original_index: n,
  val: new JsonText(n === 2_499 ? '{"late": 1.0}' : `{"n": ${n}}`),
}));
const read = (offset: number, limit: number) => Promise.resolve(rows.slice(offset, offset + limit));
const options = { count: rows.length, read, onProgress: () => {}, signal: new AbortController().signal };

describe("exportRows", () => {
  it("writes every row as it is", async () => {
    const text = await (await exportRows({ ...options, format: "jsonl" })).text();
    expect(text).toBe(rows.map(({ val }) => `${val.text}\n`).join(""));
  });

  it("has a column that only the last row has", async () => {
    const lines = (await (await exportRows({ ...options, format: "csv" })).text()).split("\r\n");
    expect([lines.length, lines[0], lines[1], lines[2_500]]).toEqual([2_502, "n,late", "0,", ",1.0"]);
  });

  it("fails instead of returning only a part", async () => {
    const cut = (offset: number) => read(offset, offset === 0 ? 1_000 : 0);
    await expect(exportRows({ ...options, read: cut, format: "jsonl" })).rejects.toThrow(/2500 rows, but only 1000/);
  });

  it("stops when it is aborted", async () => {
    const signal = AbortSignal.abort();
    await expect(exportRows({ ...options, signal, format: "jsonl" })).rejects.toThrow(/abort/i);
  });

  it("reports its progress", async () => {
    const shares: number[] = [];
    await exportRows({ ...options, format: "jsonl", onProgress: (share) => shares.push(share) });
    expect(shares).toEqual([0.4, 0.8, 1]);
  });
});
