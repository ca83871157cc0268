import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "@/lib/contract/endpoint";
import { minimalFeedback } from "@/lib/contract/test-examples";
import { useService } from "./test-service";

const service = useService();
const { project_id } = minimalFeedback;
const keys = new Map<string, string>();

const as = (name: string) => ({ authorization: `Bearer ${keys.get(name)}` });
const equals = (field: string, value: string) => ({ $expr: { $eq: [{ $getField: field }, { $literal: value }] } });

async function answer(path: string, body: object, headers?: Record<string, string>) {
  const response = await service.post(path, body, headers);
  return { status: response.status, body: await response.json() };
}

async function makeKey(name: string, owner: string, role: Role): Promise<void> {
  const made = await answer("/keys/create", { owner, roles: [{ project_pattern: project_id, role }] });
  keys.set(name, made.body.api_key);
}

/** Adds feedback with a key, and returns its id. */
async function given(by: string, feedback_type: string): Promise<string> {
  return (await answer("/feedback/create", { ...minimalFeedback, feedback_type }, as(by))).body.id;
}

async function ownersOf(feedback_type: string): Promise<string[]> {
  const { body } = await answer("/feedback/query", { project_id, query: equals("feedback_type", feedback_type) });
  return body.result.map(({ ext_user_id }: { ext_user_id: string }) => ext_user_id).toSorted();
}

const purge = (by: string, query: object) => answer("/feedback/purge", { project_id, query }, as(by));

beforeAll(async () => {
  await makeKey("Ada", "Ada", "annotator");
  await makeKey("Ada's second key", "Ada", "annotator");
  await makeKey("Bob", "Bob", "annotator");
  await makeKey("member", "Mia", "member");
  await makeKey("admin", "Eve", "admin");
});

describe("feedback is removed", () => {
  test.each([
    ["by whom it is from", "Ada", 200, 1],
    ["by another key of the same owner", "Ada's second key", 200, 1],
    ["by an admin", "admin", 200, 1],
    ["by no other annotator", "Bob", 403, undefined],
    ["by no member", "member", 403, undefined],
  ])("%s", async (_, by, status, purged) => {
    const id = await given("Ada", `removed by ${by}`);
    const answered = await purge(by, equals("id", id));
    expect([answered.status, answered.body.purged]).toEqual([status, purged]);
    expect(await ownersOf(`removed by ${by}`)).toEqual(purged ? [] : ["Ada"]);
  });

  test("nothing if some of it is another owner's, with an error", async () => {
    for (const by of ["Ada", "Bob"]) await given(by, "mixed");
    const { status, body } = await purge("Ada", equals("feedback_type", "mixed"));
    expect([status, body.code]).toEqual([403, "forbidden"]);
    expect(body.message).toBe(`Only admins of project ${project_id} may change other people's feedback`);
    expect(await ownersOf("mixed")).toEqual(["Ada", "Bob"]);
  });

  test("if the query selects only one's own", async () => {
    for (const by of ["Ada", "Bob"]) await given(by, "picked");
    const { $expr } = equals("feedback_type", "picked");
    const query = { $expr: { $and: [$expr, equals("ext_user_id", "Ada").$expr] } };
    expect((await purge("Ada", query)).body).toEqual({ purged: 1 });
    expect(await ownersOf("picked")).toEqual(["Bob"]);
  });

  test("by a query that selects nothing, which is not an error", async () => {
    expect((await purge("Ada", equals("id", "none"))).body).toEqual({ purged: 0 });
  });
});

describe("feedback is replaced", () => {
  test.each([
    ["by whom it is from", "Ada", 200, "Ada"],
    ["by an admin, whose it is then", "admin", 200, "Eve"],
    ["by no other annotator", "Bob", 403, "Ada"],
    ["by no member", "member", 403, "Ada"],
  ])("%s", async (_, by, status, owner) => {
    const feedback_type = `replaced by ${by}`;
    const feedback_id = await given("Ada", feedback_type);
    const replacement = { ...minimalFeedback, feedback_id, feedback_type };
    expect((await answer("/feedback/replace", replacement, as(by))).status).toBe(status);
    expect(await ownersOf(feedback_type)).toEqual([owner]);
  });
});

describe("a comment", () => {
  const feedback_type = "core.comment.1";
  const commentOf = async (by: string, text: string) =>
    answer("/feedback/create", { ...minimalFeedback, feedback_type, payload: { text } }, as(by));
  const edit = (by: string, feedback_id: string) =>
    answer("/feedback/replace", { ...minimalFeedback, feedback_type, feedback_id, payload: { text: "b" } }, as(by));

  test("is edited and removed by its owner, not by another annotator", async () => {
    const { body } = await commentOf("Ada", "a");
    expect((await edit("Bob", body.id)).status).toBe(403);
    expect((await purge("Bob", equals("id", body.id))).status).toBe(403);
    expect((await edit("Ada's second key", body.id)).body.payload).toEqual({ text: "b" });
    expect((await purge("Ada", equals("id", body.id))).body).toEqual({ purged: 1 });
  });

  test("without a text is refused, also in an edit", async () => {
    expect((await commentOf("Ada", " ")).body.errors).toEqual([{ path: "payload.text", message: "must not be empty" }]);
    const { body } = await commentOf("Ada", "a");
    const empty = { ...minimalFeedback, feedback_type, feedback_id: body.id, payload: {} };
    expect((await answer("/feedback/replace", empty, as("Ada"))).status).toBe(422);
  });
});
