import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { NewerVersion, publishOver } from "./publish-over";
import { testClient } from "./test-client";

const mine = new JsonText('{"content":"mine"}');
const theirs = '{"content":"theirs"}';
const version = (index: number, val = '{"content":"before"}') =>
  `{"obj":{"project_id":"a/b","object_id":"greet","created_at":"2026-11-20T08:00:00Z","digest":"d${index}","version_index":${index},"is_latest":1,"kind":"object","ext_user_id":"ann","val":${val}}}`;

/** Publishes over `replaces`. The service has `first` as the latest version, and `afterwards` if that refuses to publish. */
function publish({ first, afterwards }: { first: string | number; afterwards?: string }, replaces = "d0") {
  const reads = [first, afterwards ?? first];
  const { client, asked } = testClient(({ path }) => {
    if (path.includes("/obj/read")) return reads.shift() ?? 500;
    return afterwards === undefined ? '{"digest":"d1","object_id":"greet","version_index":1}' : 409;
  });
  const made = publishOver({ project_id: "a/b", object_id: "greet", val: mine, replaces }, client);
  return { asked, made };
}

it("publishes over the version that was edited", async () => {
  const { asked, made } = publish({ first: version(0) });
  expect(await made).toMatchObject({ digest: "d1", version_index: 1 });
  expect(asked.at(-1)?.body).toMatchObject({ obj: { replaces: "d0" } });
});

it("publishes nothing over a version of somebody else", async () => {
  const { asked, made } = publish({ first: version(1, theirs) });
  await expect(made).rejects.toThrow("v2 of greet, by ann, has become the latest version in the meantime.");
  expect(asked.map(({ path }) => path)).toEqual([expect.stringContaining("/obj/read")]);
});

it("publishes nothing over an earlier version, which is the latest since the edited one was deleted", async () => {
  const { asked, made } = publish({ first: version(0) }, "d1");
  await expect(made).rejects.toThrow("v1 of greet, by ann, has become the latest version in the meantime.");
  expect(asked).toHaveLength(1);
});

it("notices a version that is published at the same time", async () => {
  await expect(publish({ first: version(0), afterwards: version(1, theirs) }).made).rejects.toThrow(NewerVersion);
});

it.each([
  ["a repeated request", { first: version(0), afterwards: version(1, mine.text) }],
  ["another attempt", { first: version(1, mine.text) }],
])("is done if %s finds its own version", async (_name, service) => {
  expect(await publish(service).made).toMatchObject({ version_index: 1 });
});

it("publishes under a name only if it is free", async () => {
  const { asked, made } = publish({ first: 404 });
  await made;
  expect(asked.at(-1)?.body).toMatchObject({ obj: { replaces: null } });
});
