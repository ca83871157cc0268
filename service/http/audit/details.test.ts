import { describe, expect, test } from "vitest";
import { equals, exists, isOneOf } from "@/lib/contract/conditions";
import { toJsonText } from "@/lib/json/text";
import { subjectOf } from "./details";

const SECRET = "canary";

describe("what a request or an answer is about", () => {
  test.each<[string, unknown, ReturnType<typeof subjectOf>]>([
    ["nothing", undefined, { projects: [], details: {} }],
    ["a text", SECRET, { projects: [], details: {} }],
    ["a payload", { project_id: "a/b", payload: { id: SECRET }, inputs: SECRET }, { projects: ["a/b"], details: {} }],
    [
      "an object around its value",
      { obj: { project_id: "a/b", object_id: "o", val: toJsonText({ id: SECRET }) } },
      { projects: ["a/b"], details: { object_id: "o" } },
    ],
    [
      "a table around its rows",
      { table: { project_id: "a/b", rows: [SECRET, SECRET] } },
      { projects: ["a/b"], details: { rows: "2" } },
    ],
    [
      "a new key",
      { key: { id: "k", owner: "ada", roles: [{ project_pattern: "a/b", role: "admin" }] }, api_key: SECRET },
      { projects: ["a/b"], details: { id: "k", owner: "ada", roles: "admin on a/b" } },
    ],
    [
      "a key for several projects",
      {
        roles: [
          { project_pattern: "a/b", role: "admin" },
          { project_pattern: "c/d", role: "viewer" },
        ],
      },
      { projects: ["a/b", "c/d"], details: { roles: "admin on a/b, viewer on c/d" } },
    ],
    [
      "a key for all projects of an entity",
      { roles: [{ project_pattern: "a/*", role: "admin" }] },
      { projects: ["a/*"], details: { roles: "admin on a/*" } },
    ],
    [
      "a batch",
      { batch: [{ project_id: "a/b" }, { project_id: "a/b" }] },
      { projects: ["a/b"], details: { items: "2" } },
    ],
    [
      "a batch of two projects",
      { batch: [{ project_id: "a/b" }, { project_id: "c/d" }, null] },
      { projects: ["a/b", "c/d"], details: { items: "3" } },
    ],
    [
      "a batch whose items are not valid",
      { batch: [{ project_id: "b" }, { project_id: "a/b/c" }, { project_id: 1 }] },
      { projects: ["local/b"], details: { items: "3" } },
    ],
    ["prices", { costs: { m: { prompt_token_cost: 1 }, n: {} } }, { projects: [], details: { models: "m, n" } }],
    ["new prices", { ids: [["m", "1"]] }, { projects: [], details: { ids: "m, 1" } }],
    ["one id", { query: { $expr: equals("id", "x") } }, { projects: [], details: { ids: "x" } }],
    ["several ids", { query: { $expr: isOneOf("id", ["x", "y"]) } }, { projects: [], details: { ids: "x, y" } }],
    ["another field", { query: { $expr: equals("payload.note", SECRET) } }, { projects: [], details: {} }],
    ["another operator", { query: { $expr: exists("id") } }, { projects: [], details: {} }],
    [
      "null, true and a number",
      { label: null, id: 1, action: true },
      { projects: [], details: { label: "none", id: "1", action: "true" } },
    ],
    [
      "a channel",
      { alert: { id: "a", channels: [{ url: SECRET }] }, secrets: [SECRET] },
      { projects: [], details: { id: "a" } },
    ],
    ["an inner object", { id: { text: SECRET } }, { projects: [], details: {} }],
  ])("%s", (_what, value, subject) => expect(subjectOf(value)).toEqual(subject));

  test("of one of several projects, only what is about that one", () => {
    const batch = [{ project_id: "a/b" }, { project_id: "c/d" }, { project_id: "a/b" }];
    const roles = [
      { project_pattern: "a/b", role: "admin" },
      { project_pattern: "c/d", role: "viewer" },
    ];
    expect(subjectOf({ batch }, "a/b")).toEqual({ projects: ["a/b"], details: { items: "2" } });
    expect(subjectOf({ key: { id: "k", roles } }, "c/d").details).toEqual({ id: "k", roles: "viewer on c/d" });
  });

  test("long texts and long lists are shortened", () => {
    const { details } = subjectOf({ name: "x".repeat(300), call_ids: Array.from({ length: 12 }, (_, n) => `c${n}`) });
    expect(details).toEqual({
      name: `${"x".repeat(200)}…`,
      call_ids: "c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, … (12)",
    });
  });
});
