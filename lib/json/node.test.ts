import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonTextArbitrary } from "./json-arbitrary";
import { JsonNode } from "./node";
import { JsonSyntaxError } from "./scan";
import { JsonText } from "./text";

function rebuild(node: JsonNode): unknown {
  if (node.kind === "array") return Array.from(node.items(), rebuild);
  if (node.kind === "object")
    return Object.fromEntries(Array.from(node.entries(), ([key, child]) => [key, rebuild(child)]));
  return node.string() ?? node.number() ?? node.boolean() ?? null;
}

describe("JsonNode", () => {
  test("agrees with JSON.parse", () => {
    fc.assert(
      fc.property(jsonTextArbitrary, (text) => {
        const node = JsonNode.parse(`\n${text} `);
        expect(node.raw).toBe(text);
        expect(rebuild(node)).toEqual(JSON.parse(text));
        expect(rebuild(JsonNode.parse(new JsonText(text)))).toEqual(JSON.parse(text));
        expect(node.toValue()).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test("keeps the exact text of every value", () => {
    const node = JsonNode.parse('{ "n" : 12345678901234567890, "list": [1.0, { "a" :1 }], "\\u0061": "\\ud800" }');
    expect(node.get("n")?.raw).toBe("12345678901234567890");
    expect(node.at(["list", 0])?.raw).toBe("1.0");
    expect(node.at(["list", 1])?.raw).toBe('{ "a" :1 }');
    expect(node.get("a")?.string()).toBe("\ud800");
    expect(node.size).toBe(3);
  });

  test.each<[(string | number)[], string | undefined]>([
    [[], '{"a":[{"b":null}],"1":2}'],
    [["a", 0, "b"], "null"],
    [["1"], "2"],
    [["a", "0"], undefined],
    [["a", 1], undefined],
    [["a", -1], undefined],
    [[1], undefined],
    [["a", 0, "b", "c"], undefined],
    [["toString"], undefined],
  ])("at %j", (path, raw) => {
    expect(JsonNode.parse('{"a":[{"b":null}],"1":2}').at(path)?.raw).toBe(raw);
  });

  test("of equal keys, get returns the last and entries returns all", () => {
    const node = JsonNode.parse('{"a":1,"a":2}');
    expect(node.get("a")?.number()).toBe(2);
    expect(Array.from(node.entries(), ([key, child]) => key + child.raw)).toEqual(["a1", "a2"]);
    expect(node.size).toBe(2);
  });

  test("values of another kind read as undefined", () => {
    const node = JsonNode.parse("7");
    expect([node.string(), node.boolean(), node.get("a"), node.item(0), node.size]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      0,
    ]);
    expect([...node.entries(), ...node.items()]).toEqual([]);
  });

  test("reads only as far as necessary", () => {
    // The text is invalid after the second item, which is only noticed when it is read.
    const node = JsonNode.parse(new JsonText("[1,2,broken"));
    expect(node.item(1)?.raw).toBe("2");
    expect(() => node.size).toThrow(JsonSyntaxError);
  });

  test("checks a string, not a JsonText", () => {
    expect(() => JsonNode.parse("[1,]")).toThrow(JsonSyntaxError);
    expect(JsonNode.parse(new JsonText("[1,]")).item(0)?.raw).toBe("1");
  });

  test("walks a document deeper than the limit when it is trusted", () => {
    const deep = new JsonText(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(JsonNode.parse(deep).size).toBe(1);
  });

  test("opens 20 MB", () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => `{"id":${index},"text":"${"x".repeat(80)}\\n"}`);
    const node = JsonNode.parse(new JsonText(`{"rows":[${rows.join(",")}],"after":1}`));
    expect(node.at(["rows", 199_999, "id"])?.number()).toBe(199_999);
    expect(node.get("after")?.raw).toBe("1");
  });
});
