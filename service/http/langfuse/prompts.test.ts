import { LangfuseClient } from "@langfuse/client";
import { describe, expect, test } from "vitest";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

/** A prompt of the SDK is read with this fetch option, so that no cached answer stands in for the service's. */
const fresh = { cacheTtlSeconds: 0, maxRetries: 0 };

describe("prompts of the TypeScript SDK", () => {
  test("a text is published and read by version, by label and without either", async () => {
    const { prompt } = langfuse.client;
    const config = { model: "m-1", temperature: 0.5 };
    const first = { name: "greet", prompt: "Hello {{name}}", config, tags: ["demo"], labels: ["production"] };
    expect(await prompt.create(first)).toMatchObject({ version: 1, labels: ["production", "latest"] });
    await prompt.create({ ...first, prompt: "Good day {{name}}", commitMessage: "Be formal" });

    const newest = await prompt.get("greet", fresh);
    expect(newest).toMatchObject({ version: 2, config, tags: ["demo"], commitMessage: "Be formal" });
    expect(newest.compile({ name: "Ada" })).toBe("Good day Ada");
    expect(await prompt.get("greet", { ...fresh, label: "latest" })).toMatchObject({ version: 2 });
    const older = await prompt.get("greet", { ...fresh, version: 1 });
    expect(older).toMatchObject({ prompt: "Hello {{name}}", labels: [] });
  });

  test("labels move with a new version, or to an old one", async () => {
    const { prompt } = langfuse.client;
    const read = async (label?: string) => (await prompt.get("labelled", { ...fresh, label })).version;
    await prompt.create({ name: "labelled", prompt: "one", labels: ["staging"] });
    await prompt.create({ name: "labelled", prompt: "two", labels: ["staging"] });
    await prompt.create({ name: "labelled", prompt: "three" });
    expect(await prompt.get("labelled", { ...fresh, version: 2 })).toMatchObject({ labels: ["staging"] });
    expect(await read("staging")).toBe(2);
    // Nobody has set production so far.
    expect([await read(), await read("production"), await read("latest")]).toEqual([3, 3, 3]);

    const updated = await prompt.update({ name: "labelled", version: 1, newLabels: ["production", "eu.canary"] });
    expect(updated).toMatchObject({ version: 1, labels: ["eu.canary", "production"] });
    await prompt.update({ name: "labelled", version: 1, newLabels: ["staging"] });
    expect([await read(), await read("production"), await read("staging"), await read("eu.canary")]).toEqual([
      1, 1, 1, 1,
    ]);
    expect(await read("latest")).toBe(3);
    await prompt.create({ name: "labelled", prompt: "four", labels: ["production"] });
    expect([await read(), await read("staging")]).toEqual([4, 1]);

    const { moves } = await langfuse.native("/obj/labels/history", { object_id: "labelled", label: "production" });
    expect(moves).toMatchObject([
      { from_version_index: 0, to_version_index: 3, moved_by: "admin" },
      { to_version_index: 0, moved_by: "admin" },
    ]);
  });

  test("a protected label is moved by no member, and the version is then not published", async () => {
    const { prompt } = langfuse.client;
    await prompt.create({ name: "guarded", prompt: "one", labels: ["production"] });
    await langfuse.native("/projects/settings/update", { protect_labels: ["production"] });
    const roles = [{ project_pattern: PROJECT, role: "member" }];
    const key = await (await langfuse.service.post("/keys/create", { owner: "Mel", roles })).json();
    const member = new LangfuseClient({ publicKey: "pk", secretKey: key.api_key, baseUrl: langfuse.url });
    const refused = { body: { message: expect.stringContaining("production") } };
    await expect(
      member.prompt.create({ name: "guarded", prompt: "two", labels: ["production"] }),
    ).rejects.toMatchObject(refused);
    expect(await member.prompt.get("guarded", { ...fresh, label: "latest" })).toMatchObject({ version: 1 });
    await member.prompt.create({ name: "guarded", prompt: "three", labels: ["staging"] });
    await expect(
      member.prompt.update({ name: "guarded", version: 2, newLabels: ["production"] }),
    ).rejects.toMatchObject(refused);
    expect(await member.prompt.get("guarded", fresh)).toMatchObject({ prompt: "one" });
    await member.shutdown();
    await langfuse.native("/projects/settings/update", { unprotect_labels: ["production"] });
  });

  test("a chat keeps its messages and placeholders", async () => {
    const messages = [
      { role: "system", content: "You help {{name}}." },
      { type: "placeholder" as const, name: "history" },
    ];
    await langfuse.client.prompt.create({ name: "helper/chat", type: "chat", prompt: messages });
    const read = await langfuse.client.prompt.get("helper/chat", { ...fresh, type: "chat" });
    const history = [{ role: "user", content: "Hi" }];
    expect(read.compile({ name: "Ada" }, { history })).toEqual([
      { role: "system", content: "You help Ada." },
      { role: "user", content: "Hi" },
    ]);
  });

  test("is a prompt among the objects", async () => {
    await langfuse.client.prompt.create({ name: "listed", prompt: "Hi" });
    const filter = { base_object_classes: ["Prompt"], object_ids: ["listed"] };
    expect((await langfuse.native("/objs/query", { filter })).objs).toMatchObject([
      { object_id: "listed", leaf_object_class: "StringPrompt", val: { content: "Hi" }, ext_user_id: "admin" },
    ]);
  });
});

describe("GET /api/public/v2/prompts/{name}", () => {
  const publish = (object_id: string, val: unknown) =>
    langfuse.service.post("/obj/create", { obj: { project_id: PROJECT, object_id, val } });
  const read = (name: string, query = "") => langfuse.ask("GET", `/api/public/v2/prompts/${name}${query}`);

  test.each([
    ["a text", "Hello", { type: "text", prompt: "Hello" }],
    ["a text in an object", { prompt: "Hello", n: 1 }, { type: "text", prompt: "Hello" }],
    ["messages", [{ role: "user", content: "Hi" }], { type: "chat", prompt: [{ role: "user", content: "Hi" }] }],
    ["messages in an object", { messages: [{ role: "user", content: "Hi" }] }, { type: "chat" }],
  ])("reads %s that was published otherwise", async (kind, val, found) => {
    const name = kind.replaceAll(" ", "-");
    await publish(name, val);
    const body = { name, version: 1, labels: ["production", "latest"], config: {}, tags: [], ...found };
    expect(await read(name)).toMatchObject({ status: 200, body });
  });

  test.each([
    ["nothing", "", 404],
    ["number", "", 404],
    ["number", "?version=0", 422],
    ["number", "?version=x", 422],
    ["number", "?version=7", 404],
    ["number", "?label=staging", 404],
    ["number", "?label=v0", 404],
  ])("%s%s is answered with %i", async (name, query, status) => {
    await publish("number", 7);
    expect(await read(name, query)).toMatchObject({ status });
  });

  test.each([
    [{ name: "p", prompt: [] }, 422],
    [{ name: "p", prompt: "text", type: "chat" }, 422],
    [{ name: "p", prompt: "text", labels: ["not a label"] }, 422],
  ])("%j is not published", async (body, status) => {
    expect(await langfuse.ask("POST", "/api/public/v2/prompts", body)).toMatchObject({ status });
    expect(await read("p")).toMatchObject({ status: 404 });
  });

  test.each([
    ["labelled/versions/9", { newLabels: ["production"] }, 404],
    ["nothing/versions/1", { newLabels: ["production"] }, 404],
    ["number/versions/1", { newLabels: ["production"] }, 404],
    ["labelled/versions/1", { newLabels: ["a b"] }, 422],
    ["labelled/versions/1", {}, 422],
    ["labelled/versions/0", { newLabels: [] }, 422],
    ["labelled/versions/1", { name: "other", version: 7, newLabels: ["latest"] }, 200],
  ])("PATCH of %s with %j is answered with %i", async (path, body, status) => {
    expect(await langfuse.ask("PATCH", `/api/public/v2/prompts/${path}`, body)).toMatchObject({ status });
  });
});
