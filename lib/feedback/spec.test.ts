import { describe, expect, it } from "vitest";

import { JsonText } from "@/lib/json/text";

import { isAnnotationType, readSpec, rewriteSpec, writeSpec } from "./annotation-spec";
import { fieldOf } from "./form-field";
import { draftOf, emptySpec, schemaOf, type SpecDraft } from "./spec-draft";

describe("schemaOf", () => {
  it.each<[Partial<SpecDraft>, string]>([
    [{ kind: "boolean" }, '{"type":"boolean"}'],
    [{ kind: "number" }, '{"type":"integer","minimum":1,"maximum":5}'],
    [{ kind: "number", isInteger: false, min: "0", max: "" }, '{"type":"number","minimum":0}'],
    [{ kind: "text", maxLength: "80" }, '{"type":"string","maxLength":80}'],
    [{ kind: "choice", options: " good\n\nbad \n" }, '{"type":"string","enum":["good","bad"]}'],
    [
      { kind: "choices", options: "a\nb" },
      '{"type":"array","items":{"type":"string","enum":["a","b"]},"uniqueItems":true}',
    ],
    [{ kind: "schema", schema: ' {"type": "number", "minimum": 1.0} ' }, '{"type": "number", "minimum": 1.0}'],
  ])("%j", (draft, schema) => {
    expect(schemaOf({ ...emptySpec, name: "quality", ...draft })).toEqual({ schema: new JsonText(schema) });
  });

  it.each<[Partial<SpecDraft>, object]>([
    [{ kind: "boolean", name: " " }, { name: "Enter a name" }],
    [{ kind: "number", min: "5", max: "5" }, { max: "Must be greater than the minimum" }],
    [{ kind: "number", min: "one" }, { min: "Must be a number, or empty" }],
    [{ kind: "text", maxLength: "0" }, { maxLength: "Must be a whole number above 0, or empty" }],
    [{ kind: "choice", options: "only" }, { options: "Enter at least two choices, one per line" }],
    [{ kind: "choice", options: "a\na" }, { options: "Each choice must be different" }],
    [{ kind: "schema", schema: "[]" }, { schema: "Must be a JSON object, not an array" }],
    [{ kind: "schema", schema: "{" }, { schema: expect.stringMatching(/character 1/) }],
  ])("gives the errors of %j", (draft, problems) => {
    expect(schemaOf({ ...emptySpec, name: "quality", ...draft })).toEqual({ problems });
  });
});

describe("draftOf", () => {
  const back = (schema: string) =>
    draftOf({ name: "quality", description: undefined, field: fieldOf(new JsonText(schema)) }, new JsonText(schema));

  it.each<Partial<SpecDraft>>([
    { kind: "boolean" },
    { kind: "number" },
    { kind: "number", isInteger: false, min: "0", max: "" },
    { kind: "text", maxLength: "80" },
    { kind: "text" },
    { kind: "choice", options: "good\nbad" },
    { kind: "choices", options: "a\nb" },
  ])("%j is the form it was made with", (draft) => {
    const made = schemaOf({ ...emptySpec, name: "quality", ...draft });
    expect(back("schema" in made ? made.schema.text : "")).toMatchObject(draft);
  });

  it.each([
    '{"type": "number", "minimum": 1.0}',
    '{"type":"string","enum":["good","bad"],"title":"Good?"}',
    '{"enum":[1,2]}',
    '{"type":"object","properties":{}}',
    "{}",
  ])("%s stays as it is written", (schema) => {
    expect(back(schema)).toMatchObject({ name: "quality", kind: "schema", schema });
  });
});

it("a rewritten object keeps members that the form does not have", () => {
  const val = new JsonText(
    '{"_type":"AnnotationSpec","name":"q","seed":12345678901234567890,"field_schema":{},"op_scope":["a"]}',
  );
  const changed = rewriteSpec(val, {
    name: "Q",
    description: "why",
    schema: new JsonText('{"type":"number", "minimum":1.0}'),
  });
  expect(changed.text).toBe(
    '{"_type":"AnnotationSpec","name":"Q","seed":12345678901234567890,"field_schema":{"type":"number", "minimum":1.0},"op_scope":["a"],"description":"why"}',
  );
});

it("an object that is written is read again", () => {
  const val = writeSpec({ name: "Quality", description: "", schema: new JsonText('{"type":"boolean"}') });
  const version = {
    project_id: "acme/bot",
    object_id: "quality",
    created_at: "2026-11-20T00:00:00Z",
    digest: "abc",
    version_index: 0,
    is_latest: 1,
    kind: "object" as const,
    val,
  };
  expect(readSpec(version)).toMatchObject({
    id: "quality",
    ref: "core:///acme/bot/object/quality:abc",
    name: "Quality",
    description: undefined,
    field: { kind: "boolean" },
  });
});

it.each([
  ["core.annotation.quality", true],
  ["wandb.annotation.quality", true],
  ["core.annotation.quality2", false],
  [undefined, false],
])("%s answers quality: %s", (type, answers) => {
  expect(isAnnotationType(type, "quality")).toBe(answers);
});
