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
      "id,op_name,display_name,latency_ms,total_cost,currency,stated_costs,priced_cost,unpriced_calls,inputs.n,inputs.d,inputs.t\r\n",
    );
    expect(csvRow(fields, row)).toBe(
      `c1,'=HYPERLINK(1),,12.345,0.0121,USD,0.0121,0.02,1,12345678901234567890,-1.0,"a\n""b"", c"\r\n`,
    );
  });

  it("has the feedback that the list shows, and nothing for an absent answer", () => {
    const fields = exportFields(["feedback", "feedback.quality", "output.answer"]);
    const rated: CallRow = {
      ...row,
      output: new JsonText('{"answer":null}'),
      feedback: [
        { feedback_type: "core.reaction.1", payload: new JsonText('{"emoji":"👍"}') },
        { feedback_type: "core.annotation.quality", payload: new JsonText('{"value":0.50}') },
      ],
    };
    expect(csvHead(fields)).toBe("id,feedback,feedback.quality,output.answer\r\n");
    expect(csvRow(fields, rated)).toBe("c1,👍; quality 0.50,0.50,\r\n");
    expect(jsonLine(fields, rated)).toBe(
      '{"id":"c1","feedback":[{"feedback_type":"core.reaction.1","payload":{"emoji":"👍"}},{"feedback_type":"core.annotation.quality","payload":{"value":0.50}}],"feedback.quality":0.50,"output.answer":null}\n',
    );
    expect(csvRow(fields, row)).toBe("c1,,,\r\n");
  });

  it("does not add up amounts of different currencies in CSV", () => {
    const mixed = { ...row, overview: { status: "success" as const, total_cost: { EUR: 0.5, USD: 0.02 } } };
    expect(csvRow(exportFields(["cost"]), mixed)).toBe("c1,0.5; 0.02,EUR; USD,,,\r\n");
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
