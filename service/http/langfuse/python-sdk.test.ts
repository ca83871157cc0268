import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { callRef, threadRef } from "@/lib/contract/refs";
import { PROJECT, useLangfuse } from "./test-langfuse";

const langfuse = useLangfuse();

/** What version 5.0.4 of the Python SDK sent, besides spans and the bytes of a file. */
const FILE = path.join(import.meta.dirname, "fixtures/python-sdk.jsonl");
const recorded = z.array(z.object({ method: z.string(), path: z.string(), body: z.string().optional() })).parse(
  readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line)),
);

type Answer = { method: string; path: string; status: number; body: unknown };
const answers: Answer[] = [];
const answerTo = (method: string, address: string) =>
  answers.find((answer) => answer.method === method && answer.path === address);

beforeAll(async () => {
  for (const { method, path: address, body } of recorded) {
    const sent = body === undefined ? undefined : JSON.parse(body);
    answers.push({ method, path: address, ...(await langfuse.ask(method, address, sent)) });
  }
});

test("every recorded request is answered, and every score accepted", () => {
  expect(answers.filter(({ status }) => status !== 200)).toMatchObject([{ path: "/api/public/scores", status: 202 }]);
});

test("its scores are feedback", async () => {
  const feedbackOf = async (ref: string) => {
    const isOn = { $eq: [{ $getField: "core_ref" }, { $literal: ref }] };
    const sort_by = [{ field: "feedback_type", direction: "asc" }];
    return (await langfuse.native("/feedback/query", { query: { $expr: isOn }, sort_by })).result;
  };
  expect(await feedbackOf(callRef(PROJECT, "b7ad6b7169203331"))).toMatchObject([
    { feedback_type: "accuracy", payload: { value: 0.9, comment: "Nearly right", metadata: { judge: "m-1" } } },
    { feedback_type: "helpful", payload: { value: true } },
    { feedback_type: "tone", payload: { value: "friendly" } },
  ]);
  const root = callRef(PROJECT, "0af7651916cd43dd8448eb211c80319c");
  expect(await feedbackOf(root)).toMatchObject([{ feedback_type: "overall" }]);
  expect(await feedbackOf(threadRef(PROJECT, "s"))).toMatchObject([
    { feedback_type: "session", payload: { value: 1 } },
  ]);
});

describe("its prompts are read back", () => {
  test.each([
    ["folder%2Fmovie%20critic", { type: "text", prompt: "Do you like {{movie}}?", tags: ["demo"], version: 1 }],
    ["folder%2Fmovie%20critic?version=1", { config: { temperature: 0.5 }, commitMessage: "first" }],
    ["chatty?label=latest", { type: "chat", prompt: [{ role: "system" }, { type: "placeholder" }] }],
  ])("%s", (address, body) => {
    expect(answerTo("GET", `/api/public/v2/prompts/${address}`)).toMatchObject({ body });
  });
});

test("its dataset is read back", () => {
  expect(answerTo("GET", "/api/public/dataset-items?datasetName=capitals&page=1&limit=50")?.body).toMatchObject({
    data: [
      { id: "France", input: { country: "France" }, expectedOutput: "Paris", status: "ACTIVE", mediaReferences: [] },
      { id: "Italy", expectedOutput: "Rome" },
    ],
    meta: { page: 1, limit: 50, totalItems: 2, totalPages: 1 },
  });
});

test("its file gets an address", () => {
  expect(answerTo("POST", "/api/public/media")?.body).toMatchObject({
    mediaId: "LPJNul-wow4m6Dsqxbninh",
    uploadUrl: expect.stringContaining("/api/public/media/LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ/content?"),
  });
});
