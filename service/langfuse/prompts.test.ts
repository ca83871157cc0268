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
    ["number", "?label=staging", 501],
  ])("%s%s is answered with %i", async (name, query, status) => {
    await publish("number", 7);
    expect(await read(name, query)).toMatchObject({ status });
  });

  test.each([
    [{ name: "p", prompt: [] }, 422],
    [{ name: "p", prompt: "text", type: "chat" }, 422],
    [{ name: "p", prompt: "text", labels: ["staging"] }, 501],
  ])("%j is not published", async (body, status) => {
    expect(await langfuse.ask("POST", "/api/public/v2/prompts", body)).toMatchObject({ status });
    expect(await read("p")).toMatchObject({ status: 404 });
  });

  test("labels cannot be moved", async () => {
    const path = "/api/public/v2/prompts/number/versions/1";
    expect(await langfuse.ask("PATCH", path, { newLabels: ["production"] })).toMatchObject({ status: 501 });
  });
});
