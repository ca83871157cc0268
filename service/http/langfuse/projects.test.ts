import { expect, test } from "vitest";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

test("the SDK finds the key's project, and that the service is healthy", async () => {
  expect(await langfuse.client.api.projects.get()).toEqual({
    data: [{ id: PROJECT, name: "default", organization: { id: "local", name: "local" }, metadata: {} }],
  });
  expect(await langfuse.client.api.health.health()).toMatchObject({ status: "OK" });
});

test("a header names the project, as for spans", async () => {
  const { body } = await langfuse.ask("GET", "/api/public/projects", undefined, { "x-project": "acme/bot" });
  expect(body).toMatchObject({ data: [{ id: "acme/bot" }] });
  const bad = await langfuse.ask("GET", "/api/public/projects", undefined, { "x-project": "a/b/c" });
  expect(bad).toMatchObject({ status: 422, body: { errors: [{ path: "x-project" }] } });
});

test.each([
  ["GET", "/api/public/comments"],
  ["POST", "/api/public/annotation-queues"],
  ["DELETE", "/api/public/projects"],
  ["GET", "/api/public/v2/metrics"],
])("%s %s is not supported, and the answer says so", async (method, path) => {
  const message = `Loupe does not support Langfuse's endpoint ${method} ${path}`;
  expect(await langfuse.ask(method, path)).toMatchObject({ status: 501, body: { code: "not_implemented", message } });
});

test("paths outside Langfuse's interface are unknown as before", async () => {
  expect(await langfuse.ask("GET", "/api/other")).toMatchObject({ status: 404 });
  expect(await langfuse.ask("GET", "/api/public/otel/v1/traces")).toMatchObject({ status: 405 });
});
