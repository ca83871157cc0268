import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { annotationSpecs, annotationVersions, deleteSpec, publishSpec, saveAnswers } from "./annotations";
import { newFeedback } from "./new-feedback";
import { NewerVersion } from "./publish-over";
import { testClient } from "./test-client";

const subject = { projectId: "acme/bot", ref: "core:///acme/bot/call/a" };
const created = '{"id":"1","created_at":"2026-11-20T00:00:00Z","ext_user_id":"ann","payload":{}}';

it("what annotations ask is read from the objects of their class", async () => {
  const { client, asked } = testClient(
    () =>
      '{"objs":[{"project_id":"acme/bot","object_id":"safe","created_at":"2026-11-20T00:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","val":{"field_schema":{"type":"boolean"}}}]}',
  );
  const specs = await new QueryClient().fetchQuery(annotationSpecs("acme/bot", client));
  expect(asked[0]?.body["filter"]).toEqual({ base_object_classes: ["AnnotationSpec"], latest_only: true });
  expect(specs).toMatchObject([{ id: "safe", name: "safe", field: { kind: "boolean" } }]);
});

it("an annotation is published as Weave writes it", async () => {
  const { client, asked } = testClient(({ path }) =>
    path === "/obj/read" ? 404 : '{"digest":"d","object_id":"safe","version_index":0}',
  );
  const spec = { name: "safe", description: "", schema: new JsonText('{"type":"boolean"}') };
  await new MutationObserver(new QueryClient(), publishSpec("acme/bot", client)).mutate(spec);
  expect(asked[1]?.body).toMatchObject({
    obj: {
      replaces: null,
      object_id: "safe",
      builtin_object_class: "AnnotationSpec",
      val: { _class_name: "AnnotationSpec", field_schema: { type: "boolean" } },
    },
  });
});

it("an answer replaces the user's own earlier one, another is added", async () => {
  const { client, asked } = testClient(() => created);
  const record = (value: string) =>
    newFeedback("core.annotation.safe", new JsonText(`{"value":${value}}`), {
      annotation_ref: "core:///acme/bot/object/safe:d",
    });
  const earlier = { ...record("false"), id: "01900000-0000-7000-8000-000000000001" };
  await new MutationObserver(new QueryClient(), saveAnswers(subject, client)).mutate([
    { record: record("1.0"), replaced: undefined },
    { record: { ...record("true"), id: earlier.id }, replaced: { id: earlier.id } },
  ]);
  expect(asked.map(({ path }) => path)).toEqual(["/feedback/create", "/feedback/replace"]);
  expect(asked[1]?.body).toMatchObject({
    feedback_id: earlier.id,
    id: earlier.id,
    core_ref: subject.ref,
    annotation_ref: "core:///acme/bot/object/safe:d",
    payload: { value: true },
  });
});

const version = (digest: string, index: number, val: string) =>
  `{"project_id":"acme/bot","object_id":"safe","created_at":"2026-11-20T00:00:00Z","digest":"${digest}","version_index":${index},"is_latest":1,"kind":"object","val":${val}}`;

it("a changed annotation keeps its object's name and other members", async () => {
  const { client, asked } = testClient(({ path }) =>
    path === "/objs/query"
      ? `{"objs":[${version("d", 0, '{"name":"Safe","seed":12345678901234567890,"field_schema":{}}')}]}`
      : '{"digest":"e","object_id":"safe","version_index":1}',
  );
  const [edited] = await new QueryClient().fetchQuery(annotationVersions("acme/bot", client));
  const spec = { name: "Safe?", description: "", schema: new JsonText('{"type":"boolean"}'), edited };
  await new MutationObserver(new QueryClient(), publishSpec("acme/bot", client)).mutate(spec);
  expect(asked[1]?.body).toMatchObject({
    obj: { object_id: "safe", val: { name: "Safe?", description: null, field_schema: { type: "boolean" } } },
  });
});

it("a new annotation is not published over an object of its name", async () => {
  const { client, asked } = testClient(() => `{"obj":${version("d", 0, '{"content":"Be safe."}')}}`);
  const spec = { name: "safe", description: "", schema: new JsonText('{"type":"boolean"}') };
  const published = new MutationObserver(new QueryClient(), publishSpec("acme/bot", client)).mutate(spec);
  await expect(published).rejects.toThrow(NewerVersion);
  expect(asked.map(({ path }) => path)).toEqual(["/obj/read"]);
});

it("deletes an annotation with all its versions, and returns them for an undo", async () => {
  const { client, asked } = testClient(({ path }) =>
    path === "/objs/query" ? `{"objs":[${version("d0", 0, "1.0")},${version("d1", 1, "2.0")}]}` : '{"num_deleted":2}',
  );
  const deleted = await new MutationObserver(new QueryClient(), deleteSpec("acme/bot", client)).mutate("safe");
  expect(deleted.map(({ val }) => val.text)).toEqual(["1.0", "2.0"]);
  expect(asked[0]?.body).toMatchObject({ filter: { object_ids: ["safe"], is_op: false } });
  expect(asked[1]?.body).toEqual({ project_id: "acme/bot", object_id: "safe", digests: ["d0", "d1"] });
});
