import { MutationObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { NewerVersion, savePrompt } from "./prompt-versions";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const mine = new JsonText('{"content":"mine"}');
const version = (index: number, val = "null") =>
  `{"obj":{"project_id":"a/b","object_id":"greet","created_at":"2026-11-20T08:00:00Z","digest":"d${index}","version_index":${index},"is_latest":1,"kind":"object","ext_user_id":"ann","val":${val}}}`;

/** Saves over `d0` with a service that has `latest` when asked at first, and after it refused to publish. */
function save(latest: { first: string | number; afterwards?: string }) {
  const reads = [latest.first, latest.afterwards ?? latest.first];
  const { client, asked } = testClient(({ path }) => {
    if (path.includes("/obj/read")) return reads.shift() ?? 500;
    return latest.afterwards === undefined ? '{"digest":"d1","object_id":"greet","version_index":1}' : 409;
  });
  const observer = new MutationObserver(createQueryClient(), savePrompt(client));
  return { asked, saved: observer.mutate({ projectId: "a/b", name: "greet", val: mine, replaces: "d0" }) };
}

it("publishes over the version that was edited", async () => {
  const { asked, saved } = save({ first: version(0) });
  expect(await saved).toMatchObject({ digest: "d1", version_index: 1 });
  expect(asked.at(-1)?.body).toMatchObject({ obj: { replaces: "d0" } });
});

it("publishes nothing over a version of somebody else", async () => {
  const { asked, saved } = save({ first: version(1) });
  await expect(saved).rejects.toThrow("ann published v1 of greet in the meantime.");
  expect(asked.map(({ path }) => path)).toEqual([expect.stringContaining("/obj/read")]);
});

it("notices a version that is published while it saves", async () => {
  await expect(save({ first: version(0), afterwards: version(1, '{"content":"theirs"}') }).saved).rejects.toThrow(
    NewerVersion,
  );
});

it("is done if a repeated request finds its own version", async () => {
  expect(await save({ first: version(0), afterwards: version(1, mine.text) }).saved).toMatchObject({
    version_index: 1,
  });
});

it("publishes the first version only if the name is free", async () => {
  const { asked, saved } = save({ first: 404 });
  await saved;
  expect(asked.at(-1)?.body).toMatchObject({ obj: { replaces: null } });
});
