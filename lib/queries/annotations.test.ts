import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { JsonText } from "@/lib/contract/json/text";
import { annotationSpecs, publishSpec, saveAnswers } from "./annotations";
import { newFeedback } from "./feedback";
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
  const { client, asked } = testClient(() => '{"digest":"d","object_id":"safe","version_index":0}');
  const spec = { name: "safe", description: "", schema: new JsonText('{"type":"boolean"}') };
  await new MutationObserver(new QueryClient(), publishSpec("acme/bot", client)).mutate(spec);
  expect(asked[0]?.body).toMatchObject({
    obj: {
      object_id: "safe",
      builtin_object_class: "AnnotationSpec",
      val: { _class_name: "AnnotationSpec", field_schema: { type: "boolean" } },
    },
  });
});

it("an answer takes the place of one's own earlier one, another is added", async () => {
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
