import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MaskedField, NOT_CHECKED } from "@/lib/contract/masking-kinds";
import { type MaskingRule } from "@/lib/contract/masking";
import { jsonTextArbitrary } from "@/lib/json/json-arbitrary";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { withinTime } from "@/lib/limit/within-time";
import { finder } from "./find";
import { type FieldValue, maskFields, maskInSlices } from "./mask-fields";
import { newPatience } from "./patience";
import { ruleSetOf } from "./rule-set";

const READY: MaskingRule[] = (["email", "card", "iban", "api_key"] as const).map((kind) => ({ kind, name: kind }));

function maskAll(values: FieldValue[], rules: MaskingRule[], patience = newPatience()): string[] {
  const set = ruleSetOf(rules);
  if (!set) throw new Error("the rules are enabled");
  const masked = maskFields(values, set, { find: finder(() => {}), limited: withinTime, patience });
  return masked.map((value) => (value instanceof JsonText ? value.text : value));
}

const maskJson = (text: string, rules = READY, field: MaskedField = "inputs") =>
  maskAll([{ field, value: new JsonText(text) }], rules)[0] ?? "";
const maskText = (text: string, rules = READY) => maskAll([{ field: "exception", value: text }], rules)[0];

/** Texts are searched for so long first. */
const isSlice = (limitMs: number) => limitMs <= 20;

describe("in JSON", () => {
  test.each([
    ['"a@example.com"', '"[email]"'],
    [
      '{"n":12345678901234567890,  "x": 1.0,"to":"a@example.com" }',
      '{"n":12345678901234567890,  "x": 1.0,"to":"[email]" }',
    ],
    ['["\\u00e4 \\ud83d\\ude00 a\\u0040example.com\\n\\"x\\""]', '["\\u00e4 \\ud83d\\ude00 [email]\\n\\"x\\""]'],
    ['"\\na@example.com\\tb@example.com\\/"', '"\\n[email]\\t[email]\\/"'],
    ['{"a@example.com":1}', '{"[email]":1}'],
    ['{"a@example.com":1,"b@example.com":2,"c":3}', '{"[email]":1,"[email] 2":2,"c":3}'],
    ['{"a\\u0040example.com":1}', '{"[email]":1}'],
    ['{"card":4111111111111111}', '{"card":"[card]"}'],
    [
      "[4111111111111112,-4111111111111111,4111111111111111.5,4e15]",
      '[4111111111111112,"-[card]",4111111111111111.5,4e15]',
    ],
    [
      '"{\\"to\\":\\"a@example.com\\",\\"card\\":4111111111111111}"',
      '"{\\"to\\":\\"[email]\\",\\"card\\":\\"[card]\\"}"',
    ],
    ['"{\\"to\\":\\"a\\\\u0040example.com\\"}"', '"{\\"to\\":\\"[email]\\"}"'],
    ['"[\\"{\\\\\\"a\\\\\\":4111111111111111}\\"]"', '"[\\"{\\\\\\"a\\\\\\":\\\\\\"[card]\\\\\\"}\\"]"'],
    ['"not JSON: a\\\\u0040example.com, {"', '"not JSON: [email], {"'],
    ['{"api_key":"0123456789abcdef0123456789abcdef"}', '{"api_key":"[api key]"}'],
    ['{"api_key":["0123456789abcdef0123456789abcdef"]}', '{"api_key":["[api key]"]}'],
    ['{"id":"0123456789abcdef0123456789abcdef"}', '{"id":"0123456789abcdef0123456789abcdef"}'],
    ["[true,false,null]", "[true,false,null]"],
    ['{"iban":"DE89 3704 0044 0532 0130 00","a":"a@example.com"}', '{"iban":"[iban]","a":"[email]"}'],
  ])("%s", (text, masked) => {
    expect(maskJson(text)).toBe(masked);
  });

  test("JSON without a match is the same value", () => {
    const json = new JsonText('{"a": "no match @ all"}');
    const set = ruleSetOf(READY);
    const options = { find: finder(() => {}), limited: withinTime, patience: newPatience() };
    expect(set && maskFields([{ field: "inputs", value: json }], set, options)[0]).toBe(json);
  });
});

describe("in texts", () => {
  test.each([
    ["user a@example.com failed", "user [email] failed"],
    ['{"card":4111111111111111}', '{"card":"[card]"}'],
    ["a\\u0040example.com", "[email]"],
    ["a@example.com".repeat(1), "[email]"],
    ["", ""],
  ])("%s", (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});

describe("paths", () => {
  const at = (...paths: string[]): MaskingRule[] => [{ kind: "email", name: "e", paths }];
  const text = '{"messages":[{"content":"a@example.com","a.b":"c@example.com"}],"to":"b@example.com"}';

  test.each([
    [["inputs"], '{"messages":[{"content":"[email]","a.b":"[email]"}],"to":"[email]"}'],
    [["inputs.messages"], '{"messages":[{"content":"[email]","a.b":"[email]"}],"to":"b@example.com"}'],
    [["inputs.messages.content"], '{"messages":[{"content":"[email]","a.b":"c@example.com"}],"to":"b@example.com"}'],
    [["inputs.messages.a.b"], '{"messages":[{"content":"a@example.com","a.b":"[email]"}],"to":"b@example.com"}'],
    [
      ["inputs.to", "inputs.messages.content"],
      '{"messages":[{"content":"[email]","a.b":"c@example.com"}],"to":"[email]"}',
    ],
    [["output"], text],
    [["inputs.message"], text],
  ])("%j", (paths, masked) => {
    expect(maskJson(text, at(...paths))).toBe(masked);
  });

  test("go on in JSON within strings", () => {
    const nested = JSON.stringify({ body: text });
    expect(maskJson(nested, at("inputs.body.to"))).toBe(
      JSON.stringify({ body: text.replace("b@example.com", "[email]") }),
    );
  });

  test("a rule for an input also applies to the raw span, one for an attribute does not", () => {
    const attributes = '{"metadata":{"a":"a@example.com"},"otel":{"attributes":{"input.value":"a@example.com"}}}';
    expect(maskJson(attributes, at("inputs"), "attributes")).toBe(
      '{"metadata":{"a":"a@example.com"},"otel":{"attributes":{"input.value":"[email]"}}}',
    );
    expect(maskJson(attributes, at("attributes.metadata"), "attributes")).toBe(
      '{"metadata":{"a":"[email]"},"otel":{"attributes":{"input.value":"a@example.com"}}}',
    );
    expect(maskJson('{"user_id":"a@example.com"}', at("user_id"), "attributes")).toBe('{"user_id":"[email]"}');
  });

  test("what has no path is masked by every rule", () => {
    expect(maskAll([{ field: "everywhere", value: "a@example.com" }], at("output"))).toEqual(["[email]"]);
  });
});

describe("several rules", () => {
  const digits: MaskingRule = { kind: "regex", name: "d", pattern: "\\d+", replacement: "#" };

  test("the first decides where two match, and nothing of an overlap is left", () => {
    const word: MaskingRule = { kind: "regex", name: "w", pattern: "[a-z]+1", replacement: "W" };
    expect(maskText("ab123", [word, digits])).toBe("W");
    expect(maskText("ab123", [digits, word])).toBe("#");
    expect(maskText("x 12 y", [digits, word])).toBe("x # y");
  });

  test("disabled rules do not apply", () => {
    expect(maskText("a@example.com 1", [{ kind: "email", name: "e", enabled: false }, digits])).toBe("a@example.com #");
    expect(ruleSetOf([{ kind: "email", name: "e", enabled: false }])).toBeUndefined();
  });

  test("a text that would grow without bound is replaced whole", () => {
    const every: MaskingRule = { kind: "regex", name: "x", pattern: "x", replacement: "a".repeat(50) };
    expect(maskText("x".repeat(1000), [every])).toBe("a".repeat(50));
    expect(maskText("xx", [every])).toBe("a".repeat(100));
  });
});

describe("patterns that take too long", () => {
  const slow: MaskingRule = { kind: "regex", name: "s", pattern: "^(a+)+$" };
  const hostile = `${"a".repeat(50)}b`;

  test("only the text that takes too long is replaced whole", () => {
    const patience = newPatience();
    const text = JSON.stringify({ before: "a", hostile, after: ["aa", "b"] });
    const masked = maskAll([{ field: "inputs", value: new JsonText(text) }], [slow], patience);
    expect(JSON.parse(masked[0] ?? "")).toEqual({
      before: "[masked]",
      hostile: NOT_CHECKED,
      after: ["[masked]", "b"],
    });
    expect(patience.slowTexts).toBe(1);
  });

  test("several patterns may take longer than one, up to a limit", () => {
    const limits: number[] = [];
    const limited = <Result>(limitMs: number, run: () => Result) => {
      limits.push(limitMs);
      return isSlice(limitMs) ? undefined : { result: run() };
    };
    for (const count of [1, 8, 50]) {
      const rules = Array.from({ length: count }, (_, place): MaskingRule => ({
        ...slow,
        name: `${place}`,
        pattern: "x",
      }));
      const set = ruleSetOf(rules);
      const values: FieldValue[] = [{ field: "inputs", value: "a".repeat(1_000_000) }];
      if (set) maskFields(values, set, { find: finder(() => {}), limited, patience: newPatience() });
    }
    expect(limits.filter((limit) => !isSlice(limit))).toEqual([140, 360, 360]);
  });

  test("a text for which a pattern needs too much memory is replaced whole", () => {
    const long = "ab".repeat(8_000_000);
    const rules: MaskingRule[] = [{ kind: "regex", name: "x", pattern: "(?:.|\\n)*x" }];
    expect(
      maskAll(
        [
          { field: "inputs", value: long },
          { field: "output", value: "a x" },
        ],
        rules,
      ),
    ).toEqual([NOT_CHECKED, "[masked]"]);
  });

  test("after several texts none is checked, where the pattern applies", () => {
    const values: FieldValue[] = [
      { field: "inputs", value: new JsonText(JSON.stringify(Array.from({ length: 30 }, () => hostile))) },
      { field: "output", value: "a" },
    ];
    const onlyInputs: MaskingRule[] = [{ ...slow, paths: ["inputs"] }];
    const [inputs = "", output] = maskAll(values, onlyInputs);
    expect(new Set(JSON.parse(inputs))).toEqual(new Set([NOT_CHECKED]));
    expect(output).toBe("a");
  });

  describe("do not take texts from others", () => {
    const digits: MaskingRule = { kind: "regex", name: "d", pattern: "\\d+", replacement: "#" };
    const slowInputs: MaskingRule = { ...slow, paths: ["inputs"] };
    const hostileTexts = new JsonText(JSON.stringify(Array.from({ length: 5 }, () => hostile)));
    const setOf = (...rules: MaskingRule[]) => {
      const set = ruleSetOf(rules);
      if (!set) throw new Error("the rules are enabled");
      return set;
    };

    test("after several texts only theirs are not checked", () => {
      const values: FieldValue[] = [
        { field: "inputs", value: hostileTexts },
        { field: "output", value: new JsonText('["a1", 2]') },
      ];
      const [inputs = "", output] = maskAll(values, [slowInputs, digits]);
      expect(new Set(JSON.parse(inputs))).toEqual(new Set([NOT_CHECKED]));
      expect(output).toBe('["a#", "#"]');
    });

    test("a text is given up for the pattern that takes long, not for one that is searched after it", () => {
      const slowOnes: string[] = [];
      const set = setOf(digits, slow, { ...digits, name: "last" });
      const patience = newPatience({ has: () => false, add: ({ place }) => slowOnes.push(`${place}`) });
      const options = { find: finder(() => {}), limited: withinTime, patience };
      maskFields([{ field: "inputs", value: hostileTexts }], set, options);
      expect(new Set(slowOnes)).toEqual(new Set(["1"]));
    });

    test("one that was slow before gets less time, the others as much as they always have", () => {
      const set = setOf(slowInputs, digits);
      const isWary = ({ place }: { place: number }) => place === 0;
      // As on a machine where nothing is done within less than the usual time.
      const limits: number[] = [];
      const limited = <Result>(limitMs: number, run: () => Result) => {
        limits.push(limitMs);
        return limitMs < 90 ? undefined : { result: run() };
      };
      const values: FieldValue[] = [{ field: "output", value: "a1" }];
      const patience = newPatience({ has: isWary, add: () => {} });
      expect(maskFields(values, set, { find: finder(() => {}), limited, patience })).toEqual(["a#"]);
      expect(limits.map((limit) => limit < 90)).toEqual([true, true, false]);
      expect(patience.slowTexts).toBe(0);
    });

    test("one that was slow before is given up after one text", () => {
      const set = setOf(slowInputs, digits);
      const patience = newPatience({ has: ({ place }) => place === 0, add: () => {} });
      const options = { find: finder(() => {}), limited: withinTime, patience };
      maskFields([{ field: "inputs", value: hostileTexts }], set, options);
      expect(patience.slowTexts).toBe(1);
    });
  });

  test("others have their turn between short slices, and no slice of short texts is longer than 100 ms", () => {
    const set = ruleSetOf([slow, { kind: "regex", name: "d", pattern: "\\d+", replacement: "#" }]);
    const limits: number[] = [];
    const limited = <Result>(limitMs: number, run: () => Result) => {
      limits.push(limitMs);
      return withinTime(limitMs, run);
    };
    const texts = [...Array.from({ length: 3 }, () => hostile), "a1"];
    const values = texts.map((value): FieldValue => ({ field: "inputs", value }));
    const options = { find: finder(() => {}), limited, patience: newPatience() };
    const steps = set && [...maskInSlices(values, set, options)];
    expect(steps?.length).toBe(limits.length - 1);
    expect(steps?.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...limits)).toBeLessThanOrEqual(100);
  });

  test("all are given up once they have taken seconds of a request together", () => {
    const limited = () => undefined;
    const values: FieldValue[] = Array.from({ length: 100 }, () => ({ field: "inputs", value: "a1" }));
    const set = ruleSetOf([{ kind: "regex", name: "d", pattern: "\\d+" }, READY[0] ?? slow]);
    const patience = newPatience();
    const masked = set && maskFields(values, set, { find: finder(() => {}), limited, patience });
    expect(new Set(masked)).toEqual(new Set([NOT_CHECKED]));
    expect(patience.slowTexts).toBeLessThan(25);
  });
});

test("a text that a ready-made rule cannot search is replaced whole, and no other", () => {
  // Its regular expression has more to remember than it may.
  const values: FieldValue[] = [
    { field: "inputs", value: new JsonText(JSON.stringify({ long: "sk-".repeat(6_000_000), to: "a@example.com" })) },
    { field: "output", value: "a@example.com" },
  ];
  const patience = newPatience();
  expect(maskAll(values, READY, patience)).toEqual([`{"long":"${NOT_CHECKED}","to":"[email]"}`, "[email]"]);
  expect(patience.slowTexts).toBe(1);
});

test("any number of matches in one string", () => {
  const count = 200_000;
  expect(maskJson(JSON.stringify("a@b.co ".repeat(count)))).toBe(JSON.stringify("[email] ".repeat(count)));
});

test("JSON stays valid, and all text outside of matches stays as it is", () => {
  const secret = fc.constantFrom("a@example.com", "4111 1111 1111 1111", "DE89370400440532013000");
  const inserted = fc.tuple(jsonTextArbitrary, secret, jsonTextArbitrary, fc.constantFrom("value", "key", "text"));
  fc.assert(
    fc.property(inserted, ([before, text, after, form]) => {
      // Texts may have matches of their own, which masking leaves as they are when it is repeated.
      const [one, other] = [maskJson(before), maskJson(after)];
      const wrap = (inner: string) =>
        form === "key"
          ? `[${one},{${inner}: ${other}}]`
          : form === "value"
            ? `[${one}, ${inner},${other}]`
            : `[${inner},${JSON.stringify(one)}]`;
      const masked = maskJson(wrap(JSON.stringify(`«${text}»`)));
      expect(JsonNode.read(masked)).toBeDefined();
      const replacement = text.includes("@") ? "[email]" : text.startsWith("DE") ? "[iban]" : "[card]";
      expect(masked).toBe(wrap(JSON.stringify(`«${replacement}»`)));
    }),
  );
});

test("a secret is found however its characters are escaped, at any depth of JSON in strings", () => {
  const secret = fc.constantFrom("a@example.com", "4111 1111 1111 1111", "DE89370400440532013000");
  const escapes = fc.array(fc.boolean(), { minLength: 22, maxLength: 22 });
  const escaped = (text: string, which: readonly boolean[]) =>
    Array.from(text)
      .map((character, place) =>
        which[place]
          ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
          : JSON.stringify(character).slice(1, -1),
      )
      .join("");
  fc.assert(
    fc.property(secret, escapes, fc.nat(3), fc.string({ unit: "binary" }), (text, which, depth, around) => {
      const [before, after] = [JSON.stringify(maskText(around)).slice(1, -1), " \\n\\u00e4\\/"];
      const nest = (inner: string) => {
        let json = `"${before} ${inner}${after}"`;
        for (let level = 0; level < depth; level += 1) json = JSON.stringify(`{"x": [1.0, ${json}]}`);
        return json;
      };
      const replacement = text.includes("@") ? "[email]" : text.startsWith("DE") ? "[iban]" : "[card]";
      expect(maskJson(nest(escaped(text, which)))).toBe(nest(replacement));
    }),
  );
});

test("JSON in strings may be as deep as a body allows", () => {
  let json = '"a@example.com"';
  for (let level = 0; level < 12; level += 1) {
    json = `${'{"a":'.repeat(120)}${"[".repeat(120)}${json}${"]".repeat(120)}${"}".repeat(120)}`;
    if (level < 11) json = JSON.stringify(json);
  }
  expect(maskJson(json)).toBe(json.replace("a@example.com", "[email]"));
});
