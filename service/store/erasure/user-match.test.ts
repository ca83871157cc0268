import { expect, test } from "vitest";
import { useClient } from "@/service/store/testing/test-client";
import { useStore } from "@/service/store/testing/test-store";
import { UserMatch, carries } from "./user-match";

const client = useClient(useStore());

async function isOf(id: string, json: string): Promise<boolean> {
  const { forms, variables } = new UserMatch(id);
  const { rows } = await client().query(`select ${carries("$1::text", "$2", "$3")} as found`, [json, forms, variables]);
  return rows[0].found;
}

test.each([
  ["u-1", '{"user.id":"u-1"}'],
  ["u-1", '{"enduser.id":"u-1"}'],
  ["u-1", '{"langfuse.user.id":"u-1"}'],
  ["u-1", '{"a":[{"metadata.user_api_key_end_user_id":"u-1"}]}'],
  ["u-1", '{"traceloop.association.properties.user_id":"u-1"}'],
  ["u-1", '{"session":{"endUserId":"u-1"}}'],
  ["u-1", '{"user":{"id":"u-1","name":"Ada"}}'],
  ["u-1", '{"user":"u-1"}'],
  ["u-1", '[{"key":"user.id","value":{"stringValue":"u-1"}}]'],
  ["7", '{"user_id":7}'],
  ["7", '{"user_id":"7"}'],
  ['ö"\n', String.raw`{"user_id":"\u00f6\"\n"}`],
  ["😀", String.raw`{"user_id":"\ud83d\ude00"}`],
])("%j is the user of %s", async (id, json) => {
  expect(await isOf(id, json)).toBe(true);
});

test.each([
  ["u-1", '{"user_id":"u-12"}'],
  ["u-1", '{"user_id":"U-1"}'],
  ["u-1", '{"text":"u-1"}'],
  ["u-1", '{"username":"u-1"}'],
  ["user", '{"role":"user"}'],
  ["null", '{"user_id":null}'],
  ["u-1", "u-1 is not JSON"],
])("%j is not the user of %s", async (id, json) => {
  expect(await isOf(id, json)).toBe(false);
});

test.each([
  ["u-1", "met u-1.", true],
  ["u-1", "met U-1", true],
  ["u-1", String.raw`"first line\nu-1"`, true],
  ["u-1", "met u-12", false],
  ["u-1", "menu-1", false],
  ["a.b*c", "a.b*c", true],
  ["a.b*c", "aXbbc", false],
  ["ada (1)", "to ada (1)", true],
  ["a/b", "core:///x/y/call/a%2Fb", true],
])("%j is mentioned in %s: %s", async (id, text, isMentioned) => {
  const { rows } = await client().query("select $1::text ~* $2 as found", [text, new UserMatch(id).mention]);
  expect(rows[0].found).toBe(isMentioned);
});

test("a key does not show the ID", () => {
  expect(new UserMatch("a/b").hide("x/a/b/y/a%2Fb")).toBe("x/[user ID]/y/[user ID]");
});
