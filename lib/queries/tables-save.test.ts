import { expect, test } from "vitest";

import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText, writeJson } from "@/lib/json/text";

import { NewerVersion } from "./publish-over";
import { createQueryClient } from "./query-client";
import { saveTableEdits } from "./tables-save";
import { testClient } from "./test-client";

const version = (digest: string): ObjectVersion => ({
  project_id: "a/b",
  object_id: "ds",
  created_at: "2026-11-20T08:00:00Z",
  digest,
  version_index: 2,
  is_latest: 1,
  kind: "object",
  val: new JsonText('{"_class_name":"Dataset","description":"Kept","rows":"weave:///a/b/table/t0"}'),
});

function save(latest: string, replaces: string, rows: readonly string[], message = "") {
  let tables = 0;
  const { client, asked } = testClient(({ path }) => {
    if (path === "/obj/read") return writeJson({ obj: version(latest) });
    if (path === "/obj/create") return '{"digest":"o3","object_id":"ds","version_index":3}';
    return `{"digest":"t${(tables += 1)}","updated_row_digests":[]}`;
  });
  const mutation = createQueryClient().getMutationCache().build(createQueryClient(), saveTableEdits(client));
  const updates = rows.map((text) => ({ append: { row: new JsonText(text) } }));
  return { asked, saved: mutation.execute({ version: version("o2"), updates, replaces, message }) };
}

test("one request changes the rows, and one version keeps the dataset's other members", async () => {
  const { asked, saved } = save("o2", "o2", ["1.0", "2"]);
  expect(await saved).toEqual({ digest: "t1", version_index: 3 });
  expect(asked.map(({ path }) => path)).toEqual(["/table/update", "/obj/read", "/obj/create"]);
  expect(asked[2]?.body).toMatchObject({
    obj: { replaces: "o2", val: { description: "Kept", rows: "weave:///a/b/table/t1" } },
  });
});

test("the message of a version is its description", async () => {
  const { asked, saved } = save("o2", "o2", ["1"], "Corrected by Ann");
  await saved;
  expect(asked[2]?.body).toMatchObject({ obj: { val: { description: "Corrected by Ann" } } });
});

test("large rows are sent in parts, each on the table of the one before", async () => {
  const large = `"${"x".repeat(5_000_000)}"`;
  const { asked, saved } = save("o2", "o2", [large, large, "1"]);
  await saved;
  const updates = asked.filter(({ path }) => path === "/table/update");
  expect(updates.map(({ body }) => body["base_digest"])).toEqual(["t0", "t1"]);
});

test("nothing is published over a version that was not known, unless that is asked", async () => {
  await expect(save("o7", "o2", ["1"]).saved).rejects.toThrow(NewerVersion);
  expect(await save("o7", "o7", ["1"]).saved).toMatchObject({ version_index: 3 });
});
