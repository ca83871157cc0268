import { describe, expect, test } from "vitest";
import { asFeedback, fullFeedback, minimalFeedback } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const ID = "01a1f81d-80ae-722a-8b6d-d47017ea0a00";

async function post(path: string, body: object) {
  const response = await service.post(path, body);
  return { status: response.status, body: await response.json() };
}
const byId = async (id: string) => {
  const query = { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } };
  return (await post("/feedback/query", { project_id, query })).body.result;
};

describe("/feedback/batch/create", () => {
  test("stores valid items, and returns an error for each of the others", async () => {
    const other = { ...fullFeedback, id: ID, payload: { verdict: "bad" } };
    const batch = [
      minimalFeedback,
      asFeedback({ feedback_type: "core.reaction.1", payload: { emoji: "no" } }),
      { ...fullFeedback, id: ID },
      { ...fullFeedback, id: ID },
      other,
      asFeedback({ core_ref: "core:///acme/support/call/日".padEnd(1020, "本") }),
      7,
    ];
    const { status, body } = await post("/feedback/batch/create", { batch });
    expect([status, body.refused]).toEqual([200, 4]);
    expect(body.res[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      created_at: expect.stringMatching(/Z$/),
      ext_user_id: "admin",
      payload: { good: true },
    });
    expect(body.res[1].error).toMatchObject({ code: "invalid", errors: [{ path: "payload.emoji" }] });
    expect(body.res[3]).toEqual(body.res[2]);
    expect(body.res.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      undefined,
      "invalid",
      undefined,
      undefined,
      "conflict",
      "invalid",
      "invalid",
    ]);
    expect(await byId(ID)).toMatchObject([{ id: ID, payload: fullFeedback.payload }]);
  });

  test("the same batch again, and twice at once, adds nothing", async () => {
    const ids = [5, 3, 4].map((last) => `${ID.slice(0, -1)}${last}`);
    const batch = ids.map((id) => ({ ...fullFeedback, id }));
    const answers = await Promise.all(
      [batch, batch.toReversed(), batch].map((items) => post("/feedback/batch/create", { batch: items })),
    );
    for (const { status, body } of answers) expect([status, body.refused]).toEqual([200, undefined]);
    expect(answers[2]?.body).toEqual(answers[0]?.body);
    for (const id of ids) expect(await byId(id)).toHaveLength(1);
  });

  test("keeps the order of the batch, in which its records are newest last", async () => {
    const ref = "core:///acme/support/call/ordered";
    const ids = [9, 2, 7].map((last) => `${ID.slice(0, -2)}c${last}`);
    const batch = Array.from({ length: 40 }, (_, n) => ({
      ...asFeedback({ core_ref: ref, feedback_type: "step", payload: { n } }),
      ...(n < ids.length && { id: ids[n] }),
    }));
    const { body } = await post("/feedback/batch/create", { batch });
    const created = body.res.map((one: { created_at: string }) => one.created_at);
    expect(created).toEqual(created.toSorted());
    expect(new Set(created).size).toBe(batch.length);
    const query = { $expr: { $eq: [{ $getField: "core_ref" }, { $literal: ref }] } };
    const { result } = (await post("/feedback/query", { project_id, query })).body;
    expect(result.map(({ payload }: { payload: { n: number } }) => payload.n)).toEqual(batch.map((_, n) => 39 - n));
  });

  test("an empty batch does nothing", async () => {
    expect(await post("/feedback/batch/create", { batch: [] })).toEqual({ status: 200, body: { res: [] } });
  });

  test("without a batch it is refused", async () => {
    expect((await post("/feedback/batch/create", {})).body.errors).toEqual([{ path: "batch", message: "is required" }]);
  });
});

describe("/feedback/replace", () => {
  const original = { ...fullFeedback, id: `${ID.slice(0, -2)}b0` };
  const replacement = { ...minimalFeedback, feedback_id: original.id };

  test("puts the new in the place of the old, under its id", async () => {
    const created = await post("/feedback/create", original);
    const { status, body } = await post("/feedback/replace", replacement);
    expect([status, body.id, body.payload]).toEqual([200, original.id, minimalFeedback.payload]);
    expect(body.created_at > created.body.created_at).toBe(true);
    expect(await byId(original.id)).toEqual([
      { ...minimalFeedback, id: original.id, created_at: body.created_at, ext_user_id: "admin" },
    ]);
  });

  test("by two at once leaves one complete record", async () => {
    const scores = [1, 2, 3, 4];
    const answers = await Promise.all(
      scores.map((score) => post("/feedback/replace", { ...replacement, creator: `${score}`, payload: { score } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [{ creator, payload }] = await byId(original.id);
    expect(creator).toBe(String(payload.score));
  });

  test.each([
    ["what there is not", { feedback_id: "none" }, 404, undefined],
    ["under another id", { id: ID }, 422, [{ path: "id", message: "must be the same as feedback_id" }]],
    [
      "by what does not hold",
      { feedback_type: "core.note.1" },
      422,
      [expect.objectContaining({ path: "payload.note" })],
    ],
    ["without saying what", { feedback_id: undefined }, 422, [{ path: "feedback_id", message: "is required" }]],
  ])("%s is refused", async (_name, wrong, status, errors) => {
    const answer = await post("/feedback/replace", { ...replacement, ...wrong });
    expect([answer.status, answer.body.errors]).toEqual([status, errors]);
  });
});

/** Draft 7 ignores what is beside `$ref`. */
const DRAFT_07 = { $schema: "http://json-schema.org/draft-07/schema#" };

describe("the value of an annotation", () => {
  const annotation_ref = `core:///${project_id}/object/quality:latest`;
  const annotated = (value: unknown, fields: object = {}) =>
    asFeedback({ feedback_type: "core.annotation.quality", payload: { value }, annotation_ref, ...fields });

  test("fits the schema of its object, once there is one", async () => {
    expect((await post("/feedback/create", annotated(7))).status).toBe(200);
    const val = { name: "quality", field_schema: { type: "string", enum: ["good", "bad"] } };
    await post("/obj/create", { obj: { project_id, object_id: "quality", val } });
    expect((await post("/feedback/create", annotated("good"))).status).toBe(200);
    const refused = await post("/feedback/create", annotated(7));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        { path: "payload.value", message: 'Instance type "number" is invalid. Expected "string".' },
        { path: "payload.value", message: 'Instance does not match any of ["good","bad"].' },
      ],
    ]);
    const batch = await post("/feedback/batch/create", { batch: [annotated("bad"), annotated("ugly")] });
    expect([batch.body.refused, batch.body.res[1].error.errors]).toEqual([
      1,
      [expect.objectContaining({ path: "payload.value" })],
    ]);
  });

  test.each([
    ["a part of it", { type: "object", properties: { score: { maximum: 5 } } }, { score: 7 }, "payload.value.score"],
    ["a keyword that forms do not have", { not: { const: "bad" } }, "bad", "payload.value"],
    ["a definition", { $ref: "#/$defs/mark", $defs: { mark: { type: "integer" } } }, 0.5, "payload.value"],
    ["a reference that leads nowhere", { $ref: "https://example.com/mark" }, 1, "annotation_ref"],
    ["an id that is no URI", { $id: "http://[", type: "integer" }, 1, "annotation_ref"],
    ["an id given twice", { $defs: { a: { $id: "urn:a" }, b: { $id: "urn:a", type: "null" } } }, 1, "annotation_ref"],
    ["a schema that nothing fits", false, 1, "payload.value"],
    ["a schema that is a text", "string", 1, "annotation_ref"],
  ])("is refused at its place by %s", async (what, field_schema, value, at) => {
    const object_id = what.replaceAll(" ", "-");
    await post("/obj/create", { obj: { project_id, object_id, val: { name: object_id, field_schema } } });
    const ref = { annotation_ref: `core:///${project_id}/object/${object_id}:latest` };
    const { status, body } = await post("/feedback/create", annotated(value, ref));
    const paths = new Set(body.errors.map(({ path }: { path: string }) => path));
    expect([status, [...paths]]).toEqual([422, [at]]);
  });

  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/a${level + 1}` };
      return [`a${level}`, level === 39 ? { type: "integer" } : { allOf: [next, next] }];
    }),
  );
  test.each([
    ["a pattern that tries every division", { pattern: "^(a+)+$" }, `${"a".repeat(50)}!`],
    ["a chain that doubles with each level", { $defs: doubled, $ref: "#/$defs/a0" }, 1],
    [
      "items that are each compared with all others",
      { uniqueItems: true },
      Array.from({ length: 60_000 }, (_, at) => [at]),
    ],
  ])("is refused when its schema takes too long: %s", async (what, field_schema, value) => {
    const object_id = what.replaceAll(" ", "-");
    await post("/obj/create", { obj: { project_id, object_id, val: { name: object_id, field_schema } } });
    const slow = annotated(value, { annotation_ref: `core:///${project_id}/object/${object_id}:latest` });
    const tooSlow = [{ path: "annotation_ref", message: expect.stringContaining("takes too long for this value") }];
    const created = await post("/feedback/create", slow);
    expect([created.status, created.body.errors]).toEqual([422, tooSlow]);
    const free = await post("/feedback/create", annotated("free", { feedback_type: "mine" }));
    const replaced = await post("/feedback/replace", { feedback_id: free.body.id, ...slow });
    expect([replaced.status, replaced.body.errors]).toEqual([422, tooSlow]);
    const batch = await post("/feedback/batch/create", {
      batch: [slow, annotated("bad", { feedback_type: "mine" }), slow],
    });
    expect(batch.body.res.map((item: { error?: { errors: unknown } }) => item.error?.errors)).toEqual([
      tooSlow,
      undefined,
      tooSlow,
    ]);
  });

  test("is not checked by a schema of excessive length, which is said", async () => {
    const field_schema = { description: "x".repeat(300_000) };
    await post("/obj/create", { obj: { project_id, object_id: "long", val: { name: "long", field_schema } } });
    const ref = { annotation_ref: `core:///${project_id}/object/long:latest` };
    const { status, body } = await post("/feedback/create", annotated(1, ref));
    expect([status, body.message]).toEqual([422, expect.stringContaining("it is longer than 262144 characters")]);
  });

  test("is checked by the draft that the schema names", async () => {
    const field_schema = { $ref: "#/definitions/any", definitions: { any: {} }, type: "string" };
    for (const [object_id, dialect, status] of [
      ["draft-07", DRAFT_07, 200],
      ["no-draft", {}, 422],
    ] as const) {
      const val = { name: object_id, field_schema: { ...dialect, ...field_schema } };
      await post("/obj/create", { obj: { project_id, object_id, val } });
      const ref = { annotation_ref: `core:///${project_id}/object/${object_id}:latest` };
      expect((await post("/feedback/create", annotated(7, ref))).status).toBe(status);
    }
  });

  test.each([
    ["of another project's object", { annotation_ref: "core:///acme/other/object/quality:latest" }],
    ["of another type", { feedback_type: "mine" }],
  ])("is free when it is one %s", async (_name, fields) => {
    expect((await post("/feedback/create", annotated(7, fields))).status).toBe(200);
  });
});
