import { describe, expect, it } from "vitest";

import type { CallRow } from "@/lib/contract/calls";
import { JsonText } from "@/lib/json/text";

import { csvHead, csvRow, exportFields, jsonLine } from "./export-fields";

const row: CallRow = {
  id: "c1",
  op_name: "=HYPERLINK(1)",
  started_at: "2026-11-20T14:00:00.123456Z",
  inputs: new JsonText('{"n": 12345678901234567890, "d": -1.0, "t": "a\\n\\"b\\", c"}'),
  overview: {
    status: "error",
    latency_ms: 12.345,
    total_cost: { USD: 0.0121 },
    stated_costs: { "llm.cost.total": 0.0121 },
    priced_cost: { USD: 0.02 },
    unpriced: 1,
  },
};

describe("an export", () => {
  it("keeps every digit and character in JSON lines", () => {
    const fields = exportFields(["status", "started", "inputs.n", "inputs.d"]);
    expect(jsonLine(fields, row)).toBe(
      '{"id":"c1","status":"error","started_at":"2026-11-20T14:00:00.123456Z","inputs.n":12345678901234567890,"inputs.d":-1.0}\n',
    );
    expect(jsonLine(exportFields("all"), row)).toContain(`"inputs":${row.inputs?.text}`);
  });

  it("keeps them in CSV too, and prevents formulas in cells", () => {
    const fields = exportFields(["name", "latency", "cost", "inputs.n", "inputs.d", "inputs.t"]);
    expect(csvHead(fields)).toBe(
      "id,op_name,display_name,latency_ms,total_cost,stated_costs,priced_cost,unpriced_calls,inputs.n,inputs.d,inputs.t\r\n",
    );
    expect(csvRow(fields, row)).toBe(
      `c1,'=HYPERLINK(1),,12.345,"{""USD"":0.0121}","{""llm.cost.total"":0.0121}","{""USD"":0.02}",1,12345678901234567890,-1.0,"a\n""b"", c"\r\n`,
    );
  });

  it("has attributes under their short name, from wherever they are", () => {
    const fields = exportFields(["attributes.[acme.tier]"]);
    const withAttributes = (json: string) => jsonLine(fields, { ...row, attributes: new JsonText(json) });
    expect(withAttributes('{"otel":{"attributes":{"acme.tier":"pro"},"resource":{"acme.tier":"free"}}}')).toBe(
      '{"id":"c1","acme.tier":"pro"}\n',
    );
    expect(withAttributes('{"otel":{"attributes":{"acme.tier":null}},"acme":{"tier":1.0}}')).toBe(
      '{"id":"c1","acme.tier":1.0}\n',
    );
    expect(withAttributes("{}")).toBe('{"id":"c1"}\n');
  });

  it("names no field twice", () => {
    const names = exportFields(["preview", "input", "id", "nothing"]).map(({ name }) => name);
    expect(names).toEqual([
      "id",
      "input_preview",
      "input_preview_from",
      "output_preview",
      "output_preview_from",
      "exception",
    ]);
  });
});
