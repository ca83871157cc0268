import { expect, it } from "vitest";
import { parseFilter } from "./parse-filter";
import { versionCallsPath, versionFilter, versionFilterText } from "./version-calls";

const PROMPT = {
  project_id: "acme/demo",
  kind: "object" as const,
  object_id: 'sup"port: 1',
  digest: "abc",
  version_index: 0,
};

it("is read back as the same filter", () => {
  expect(parseFilter(versionFilterText(PROMPT))).toEqual(versionFilter(PROMPT));
  const op = { ...PROMPT, kind: "op" as const };
  expect(parseFilter(versionFilterText(op))).toEqual(versionFilter(op));
});

it("finds refs of any scheme in inputs and attributes, and Langfuse's link, whose versions begin at 1", () => {
  expect(versionFilterText({ ...PROMPT, object_id: "support" })).toBe(
    "input~///acme/demo/object/support:abc or attributes~///acme/demo/object/support:abc or (attributes.metadata.prompt_name:support attributes.metadata.prompt_version:1)",
  );
});

it("leads to all calls of the same range", () => {
  const address = versionCallsPath({ ...PROMPT, kind: "op", object_id: "ask" }, { from: null, to: null, range: "7d" });
  const search = new URL(address, "http://x").searchParams;
  expect(search.get("q")).toBe("op:core:///acme/demo/op/ask:abc");
  expect(Object.fromEntries(search)).toMatchObject({ range: "7d", roots: "false" });
});
