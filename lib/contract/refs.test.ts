import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callRef, formatRef, parseAnyRef, parseRef, type Ref, RefError } from "./refs";
import { refSchema } from "./primitives";

const part = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.constantFrom("a/b", "a:b", "100%", "%2F", "a b"),
);
const projectPart = part.filter((text) => !text.includes("/") && text !== "." && text !== "..");
const step = fc.oneof(
  fc.record({ edge: fc.constantFrom("attr", "key", "id"), value: fc.oneof(part, fc.constant("")) }),
  fc.record({ edge: fc.constant("index"), value: fc.nat().map(String) }),
);
const place = {
  scheme: fc.constantFrom("core", "weave"),
  entity: projectPart,
  project: projectPart,
  path: fc.array(step, { maxLength: 4 }),
};
const refArbitrary: fc.Arbitrary<Ref> = fc.oneof(
  fc.record({ ...place, kind: fc.constantFrom("call", "thread"), id: part }),
  fc.record({ ...place, kind: fc.constantFrom("object", "op"), name: part, digest: part }),
  fc.record({ ...place, kind: fc.constant("table"), digest: part }),
);

const demo = { scheme: "core", entity: "team", project: "demo", path: [] };

describe("refs", () => {
  test.each<[string, object]>([
    ["core:///team/demo/call/0190-ab", { ...demo, kind: "call", id: "0190-ab" }],
    ["core:///team/demo/thread/chat%2F7", { ...demo, kind: "thread", id: "chat/7" }],
    ["core:///team/demo/object/prompt:latest", { ...demo, kind: "object", name: "prompt", digest: "latest" }],
    ["core:///team/demo/op/chat.run:v3", { ...demo, kind: "op", name: "chat.run", digest: "v3" }],
    ["core:///team/demo/table/x1", { ...demo, kind: "table", digest: "x1" }],
    ["core:///team/my%20demo/table/x1", { ...demo, project: "my demo", kind: "table", digest: "x1" }],
    [
      "core:///team/demo/object/a%2Fb%3Ac%25:d/attr/rows/index/0/key/x%2Fy/id/q",
      {
        ...demo,
        kind: "object",
        name: "a/b:c%",
        digest: "d",
        path: [
          { edge: "attr", value: "rows" },
          { edge: "index", value: "0" },
          { edge: "key", value: "x/y" },
          { edge: "id", value: "q" },
        ],
      },
    ],
  ])("%s", (text, ref) => {
    expect(parseRef(text)).toEqual(ref);
  });

  test("are unchanged after parsing and formatting", () => {
    fc.assert(
      fc.property(refArbitrary, (ref) => {
        expect(parseAnyRef(formatRef(ref))).toEqual(ref);
      }),
    );
  });

  test("encode only / : %", () => {
    const ref: Ref = { scheme: "core", entity: "ü", project: "a b?#", kind: "call", id: "x/y:z%", path: [] };
    expect(formatRef(ref)).toBe("core:///ü/a b?#/call/x%2Fy%3Az%25");
  });

  test.each([
    ["", "a ref must start with core:///"],
    ["core://team/demo/call/x", "a ref must start with core:///"],
    ["weave:///team/demo/call/x", "a ref must start with core:///"],
    ["core:///", "the ref has no entity; a ref looks like core:///entity/project/call/id"],
    ["core:///team", "the ref has no project; a ref looks like core:///entity/project/call/id"],
    ["core:///%2F%2Fevil.test/a/call/x", "the ref's entity must not contain a slash"],
    ["core:///team/a%2Fb/call/x", "the ref's project must not contain a slash"],
    ["core:///../demo/call/x", "the ref's entity must not be . or .."],
    ["core:///team/%2E/object/x:d", "the ref's project must not be . or .."],
    ["core:///team//call/x", "the ref has no project; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo", 'the ref\'s kind must be call, thread, object, op or table, found ""'],
    ["core:///team/demo/calls/x", 'the ref\'s kind must be call, thread, object, op or table, found "calls"'],
    ["core:///team/demo/call", "the ref has no call ID; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo/call/", "the ref has no call ID; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo/object/prompt", "the ref has no digest; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo/object/:d", "the ref has no name; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo/op/a:b:c", "the ref's name and digest must be separated by one colon"],
    ["core:///team/demo/table/", "the ref has no digest; a ref looks like core:///entity/project/call/id"],
    ["core:///team/demo/table/x/", 'the ref\'s path must use attr, key, index, id, found ""'],
    ["core:///team/demo/table/x/row/1", 'the ref\'s path must use attr, key, index, id, found "row"'],
    ["core:///team/demo/table/x/attr", "the ref's path ends after attr, without a value"],
    ["core:///team/demo/table/x/index/-1", 'the ref\'s index must be a whole number, found "-1"'],
    ["core:///team/demo/table/x/index/01", 'the ref\'s index must be a whole number, found "01"'],
    ["core:///te%am/demo/call/x", "the ref's entity has a % that does not start a percent-encoded character"],
    ["core:///team/demo/call/%ED%A0%80", "the ref's call ID has a % that does not start a percent-encoded character"],
    ["core:///team/demo/call/a%00", "the ref's call ID has a control character"],
    ["core:///team/demo/object/a\u0000:d", "the ref's name has a control character"],
    ["core:///team/demo/call/\ud800", "the ref's call ID is not well-formed Unicode"],
    [`core:///team/demo/call/${"x".repeat(1002)}`, "a ref must have at most 1024 characters"],
  ])("%s is refused", (text, message) => {
    expect(() => parseRef(text)).toThrow(new RefError(message));
    expect(refSchema.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  test("parseAnyRef accepts the links of Weave's SDKs too", () => {
    expect(parseAnyRef("weave:///team/demo/call/x")).toEqual({ ...demo, scheme: "weave", kind: "call", id: "x" });
    expect(() => parseAnyRef("https://x")).toThrow("a ref must start with core:/// or weave:///");
  });

  test("refSchema keeps the text", () => {
    expect(refSchema.parse("core:///team/my%20demo/call/x")).toBe("core:///team/my%20demo/call/x");
    expect(refSchema.parse(`core:///team/demo/call/${"x".repeat(1001)}`)).toHaveLength(1024);
  });

  test("callRef", () => {
    expect(callRef("team/demo", "a:b")).toBe("core:///team/demo/call/a%3Ab");
    expect(() => callRef("demo", "a")).toThrow(RefError);
  });
});
