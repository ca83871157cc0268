import { describe, expect, test } from "vitest";
import * as z from "zod";
import { jsonObject, jsonObjectOrNull, jsonValue, payloadJsonSchema } from "./payload";
import { JsonText, TooDeepJson } from "./text";

const fields = z.object({ inputs: jsonObject, output: jsonValue.optional(), summary: jsonObjectOrNull });
const inputs = new JsonText("{}");

function messageOf(value: unknown): string | undefined {
  const result = fields.safeParse(value);
  return result.success
    ? undefined
    : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join();
}

describe("payload fields", () => {
  test.each([
    [{ inputs }, undefined],
    [{ inputs, output: new JsonText("null"), summary: inputs }, undefined],
    [{}, "inputs: a JSON object is required"],
    [{ inputs: {} }, "inputs: expected a JSON object, found a value that is not JSON text"],
    [{ inputs: new JsonText('"text"') }, "inputs: expected a JSON object, found a string"],
    [{ inputs: new JsonText("null") }, "inputs: expected a JSON object, found null"],
    [{ inputs, output: 1 }, "output: expected JSON text"],
    [{ inputs: new TooDeepJson("{}") }, "inputs: is nested deeper than 256 levels"],
    [{ inputs, output: new TooDeepJson("[]") }, "output: is nested deeper than 256 levels"],
    [{ inputs, summary: new JsonText("[]") }, "summary: expected a JSON object, found an array"],
  ])("%o", (value, message) => {
    expect(messageOf(value)).toBe(message);
  });

  test("a null object counts as absent", () => {
    expect(fields.parse({ inputs, summary: null }).summary).toBeUndefined();
  });
});

describe("payloadJsonSchema", () => {
  test.each([
    ["input", { type: ["object", "null"] }],
    ["output", { type: "object" }],
  ] as const)("describes payloads in an %s", (io, summary) => {
    const described = fields.extend({ inputs: jsonObject.describe("what went in") });
    expect(z.toJSONSchema(described, { io, unrepresentable: payloadJsonSchema })).toMatchObject({
      properties: { inputs: { type: "object", description: "what went in" }, output: {}, summary },
      required: ["inputs"],
    });
  });

  test("hides no other schema without a JSON Schema", () => {
    const schema = z.object({ when: z.date() });
    expect(() => z.toJSONSchema(schema, { unrepresentable: payloadJsonSchema })).toThrow("Date");
  });
});
