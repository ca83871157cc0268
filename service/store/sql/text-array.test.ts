import { expect, test } from "vitest";
import { useClient } from "@/service/store/testing/test-client";
import { useStore } from "@/service/store/testing/test-store";
import { textArray } from "./text-array";

const opened = useStore();
const client = useClient(opened);

test.each<[string, (string | undefined)[]]>([
  ["plain texts", ["a", "b"]],
  ["what a text form would have to escape", ['"', "\\", "{}", "a,b", "NULL", "null", "", " "]],
  ["any script", ["日本語", "עברית", "🙂", "é"]],
  ["gaps", [undefined, "a", undefined]],
  ["a long text", ["x".repeat(100_000), "日".repeat(50_000)]],
])("%s arrive as they are", async (_what, values) => {
  const { rows } = await client().query("select text from unnest($1::text[]) with ordinality as sent (text, place)", [
    textArray(values),
  ]);
  expect(rows.map(({ text }) => text ?? undefined)).toEqual(values);
});

test("next to a longer array, one without any value is all nulls", async () => {
  expect(textArray([undefined, undefined])).toBeNull();
  expect(textArray([])).toBeNull();
  const { rows } = await client().query("select one, other from unnest($1::text[], $2::text[]) as sent (one, other)", [
    textArray(["a", "b"]),
    textArray([undefined, undefined]),
  ]);
  expect(rows).toEqual([
    { one: "a", other: null },
    { one: "b", other: null },
  ]);
});
