import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { JSON_DEPTH } from "./depth";
import { jsonTextArbitrary } from "./json-arbitrary";
import { jsonObject, jsonObjectOrNull, jsonValue } from "./payload";
import { JsonSyntaxError } from "./scan";
import { parseJson } from "./slice";
import { slicePlan } from "./slice-plan";
import { JsonText, TooDeepJson, writeJson } from "./text";

const wholePayload = slicePlan(jsonValue);

function errorOf(run: () => unknown): JsonSyntaxError {
  try {
    run();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function valueOrReason(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.reason;
    throw error;
  }
}

function nested(levels: number): string {
  return `${"[".repeat(levels)}${"]".repeat(levels)}`;
}

describe("parseJson without a plan", () => {
  test("agrees with JSON.parse, but for duplicate keys", () => {
    fc.assert(
      fc.property(jsonTextArbitrary, (text) => {
        expect([JSON.parse(text), "duplicate_key"]).toContainEqual(valueOrReason(` ${text}\n`));
      }),
      { numRuns: 500 },
    );
  });

  test("reads back what writeJson wrote", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseJson(writeJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("accepts exactly the texts that JSON.parse accepts", () => {
    const damage = fc.tuple(jsonTextArbitrary, fc.nat(), fc.constantFrom("", ",", '"', "}", "\\", "0", "\u0001", "e"));
    fc.assert(
      fc.property(damage, ([text, place, inserted]) => {
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + inserted + text.slice(at + 1);
        const accepts = (parse: (text: string) => unknown) => {
          try {
            parse(damaged);
            return true;
          } catch {
            return false;
          }
        };
        expect(accepts((source) => parseJson(source, wholePayload))).toBe(accepts(JSON.parse));
      }),
      { numRuns: 1000 },
    );
  });

  test("a key __proto__ is a field like any other", () => {
    const value = parseJson('{"__proto__":{"polluted":true}}');
    expect(Object.keys(Object(value))).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("hostile texts", () => {
  test.each([
    ["nothing", "", 0],
    ["only space", " \n", 2],
    ["a byte order mark", "\ufeff{}", 0],
    ["a trailing comma in an array", "[1,]", 3],
    ["a trailing comma in an object", '{"a":1,}', 7],
    ["a leading zero", "01", 1],
    ["a bare point", "1.", 2],
    ["a leading point", ".5", 0],
    ["a plus sign", "+1", 0],
    ["an empty exponent", "1e", 2],
    ["NaN", "NaN", 0],
    ["an unfinished literal", "tru", 0],
    ["a control character in a string", '"a\u0001"', 2],
    ["a NUL in a string", '"\u0000"', 1],
    ["a line feed in a string", '"\n"', 1],
    ["a NUL between values", "[1,\u0000]", 3],
    ["an escape JSON lacks", '"\\x41"', 2],
    ["a short \\u", '"\\u12"', 5],
    ["an unclosed string", '"abc', 4],
    ["a string ending in a backslash", '"abc\\"', 6],
    ["single quotes", "{'a':1}", 1],
    ["a bare key", "{a:1}", 1],
    ["no colon", '{"a" 1}', 5],
    ["no comma", "[1 2]", 3],
    ["the wrong bracket", '{"a":1]', 6],
    ["an unclosed array", "[1", 2],
    ["two values", "{} {}", 3],
    ["a comment", "[1/**/]", 2],
    ["a no-break space", "\u00a01", 0],
  ])("%s is refused at its position", (_, text, offset) => {
    for (const plan of [undefined, wholePayload]) {
      expect(errorOf(() => parseJson(text, plan))).toMatchObject({ reason: "syntax", offset });
    }
  });

  test("reports what was expected and found", () => {
    expect(errorOf(() => parseJson('{"a":1,}')).message).toBe(
      "Not valid JSON at character 7: expected a key in double quotes, found }",
    );
    expect(errorOf(() => parseJson('"\u0000"')).message).toContain("found U+0000");
    expect(errorOf(() => parseJson("[")).message).toContain("found the end");
  });

  test.each([
    ["a big integer", "12345678901234567890"],
    ["a trailing zero", "1.0"],
    ["a number no double holds", "1e200000"],
    ["an escaped NUL", '"\\u0000"'],
    ["a lone high surrogate", '"\\ud800"'],
    ["surrogates in the wrong order", '"\\udc00\\ud800"'],
    ["key order and a duplicate", '{"b":1, "a" : 2,"b":3}'],
    ["white space", "[ 1,\n 2 ]"],
    ["null", "null"],
    ["a string of 5 MB", `"${"x".repeat(5_000_000)}"`],
  ])("%s stays as sent in a payload", (_, text) => {
    expect(parseJson(`\t${text} `, wholePayload)).toEqual(new JsonText(text));
  });

  test("nesting is bounded", () => {
    expect(() => parseJson(nested(JSON_DEPTH))).not.toThrow();
    expect(errorOf(() => parseJson(nested(JSON_DEPTH + 1)))).toMatchObject({ reason: "depth", offset: JSON_DEPTH });
    expect(errorOf(() => parseJson("[".repeat(1_000_000))).reason).toBe("depth");
  });

  test("a payload that is nested too deeply is read to its end, and marked", () => {
    expect(parseJson(nested(JSON_DEPTH), wholePayload)).not.toBeInstanceOf(TooDeepJson);
    expect(parseJson(nested(JSON_DEPTH + 1), wholePayload)).toBeInstanceOf(TooDeepJson);
    const fields = `{"a":1,"inputs":${nested(JSON_DEPTH)},"b":[[2]]}`;
    const plan = slicePlan(z.object({ inputs: jsonValue }));
    expect(parseJson(fields, plan)).toMatchObject({ a: 1, inputs: new TooDeepJson(nested(JSON_DEPTH)), b: [[2]] });
    expect(errorOf(() => parseJson(`{"inputs":${nested(JSON_DEPTH)},"b":${nested(JSON_DEPTH)}}`, plan)).reason).toBe(
      "depth",
    );
    expect(errorOf(() => parseJson(nested(JSON_DEPTH + 1).slice(0, -1), wholePayload)).reason).toBe("syntax");
    expect(errorOf(() => parseJson("[".repeat(1_000_000), wholePayload)).reason).toBe("depth");
  });

  test.each([
    ['{"a":1,"a":2}', "Duplicate key a at character 7", 7],
    ['{"a":1,"\\u0061":2}', "Duplicate key a at character 7", 7],
    ['{"x":[{},{"y":{"k":1,"k":1}}]}', "Duplicate key x[1].y.k at character 21", 21],
    ['{"__proto__":1,"__proto__":2}', "Duplicate key __proto__ at character 15", 15],
  ])("%s has a duplicate key", (text, message, offset) => {
    expect(errorOf(() => parseJson(text))).toMatchObject({ reason: "duplicate_key", message, offset });
  });
});

describe("slicePlan", () => {
  interface Tree {
    val?: JsonText | undefined;
    children?: Tree[] | undefined;
  }
  const tree: z.ZodType<Tree> = z.lazy(() =>
    z.object({ val: jsonValue.optional(), children: z.array(tree).optional() }),
  );
  const start = z.object({ mode: z.literal("start"), req: z.object({ id: z.string(), inputs: jsonObject }) });
  const end = z.object({ mode: z.literal("end"), req: z.object({ id: z.string(), output: jsonValue.optional() }) });
  const exact = (text: string) => new JsonText(text);

  test.each<[string, z.ZodType, string, unknown]>([
    ["an object", z.object({ a: z.number(), p: jsonValue }), '{"a":1.0,"p": 1.0 }', { a: 1, p: exact("1.0") }],
    ["a field without payload", z.object({ a: z.array(z.number()) }), '{"a":[1]}', { a: [1] }],
    ["a field the schema lacks", z.looseObject({ p: jsonValue }), '{"q":{"p":1}}', { q: { p: 1 } }],
    ["a catchall", z.object({}).catchall(jsonValue), '{"q":1.0}', { q: exact("1.0") }],
    ["an array", z.array(jsonValue), "[1.0,[2]]", [exact("1.0"), exact("[2]")]],
    ["a tuple", z.tuple([z.string(), z.object({ p: jsonValue })]), '["a",{"p":1.0}]', ["a", { p: exact("1.0") }]],
    ["a record", z.record(z.string(), jsonObject), '{"a":{ }}', { a: exact("{ }") }],
    ["null as a value", z.object({ p: jsonValue.optional() }), '{"p":null}', { p: exact("null") }],
    ["a nullable payload", z.object({ p: jsonObject.nullish() }), '{"p":null}', { p: null }],
    ["wrappers", z.object({ p: jsonObject.optional().readonly() }).readonly(), '{"p":{}}', { p: exact("{}") }],
    ["a default", z.object({ p: jsonObject.default(exact("{}")) }), '{"p":{ }}', { p: exact("{ }") }],
    ["a pipe", z.object({ p: jsonValue }).transform((value) => value), '{"p":1.0}', { p: exact("1.0") }],
    ["a preprocess", z.preprocess((value) => value, z.object({ p: jsonValue })), '{"p":1.0}', { p: exact("1.0") }],
    ["an intersection", z.object({ p: jsonValue }).and(z.object({ q: jsonValue })), '{"q":1.0}', { q: exact("1.0") }],
    ["a described payload", z.object({ p: jsonValue.describe("x") }), '{"p":1.0}', { p: exact("1.0") }],
    [
      "a union of shapes",
      z.discriminatedUnion("mode", [start, end]),
      '{"req":{"id":"a","inputs":{"n":1.0}},"mode":"start"}',
      { mode: "start", req: { id: "a", inputs: exact('{"n":1.0}') } },
    ],
    [
      "a recursive shape",
      tree,
      '{"val":1.0,"children":[{"children":[{"val":2.0}]}]}',
      { val: exact("1.0"), children: [{ children: [{ val: exact("2.0") }] }] },
    ],
  ])("cuts payloads out of %s", (_, schema, text, value) => {
    expect(parseJson(text, slicePlan(schema))).toEqual(value);
  });

  test("is made once for a schema", () => {
    expect(slicePlan(tree)).toBe(slicePlan(tree));
  });

  test("rejects a schema with a payload as alternative to a parsed value", () => {
    expect(() => slicePlan(z.union([z.string(), jsonValue]))).toThrow(TypeError);
    const shapes = z.union([z.object({ p: jsonValue }), z.object({ p: z.string() })]);
    expect(() => parseJson('{"p":1}', slicePlan(shapes))).toThrow(TypeError);
  });

  test("keeps any payload exactly, next to parsed fields", () => {
    const schema = z.object({ id: z.string(), inputs: jsonValue, summary: jsonObjectOrNull });
    fc.assert(
      fc.property(fc.string(), jsonTextArbitrary, (id, text) => {
        const body = writeJson({ id, inputs: exact(text), summary: null });
        const value = schema.parse(parseJson(body, slicePlan(schema)));
        expect(value).toEqual({ id, inputs: exact(text) });
        expect(writeJson(value)).toBe(`{"id":${JSON.stringify(id)},"inputs":${text}}`);
      }),
    );
  });
});
