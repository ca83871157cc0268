import { expect, test } from "vitest";
import { promptsList } from "./prompts";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const prompt = (name: string) =>
  `{"project_id":"a/b","object_id":"${name}","created_at":"2026-11-20T08:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object","base_object_class":"Prompt","val":null}`;

test("prompts are the objects of the SDKs' classes whose name contains the text, page by page, without values", async () => {
  const { client, asked } = testClient(({ body }) => {
    const { offset } = body as { offset: number };
    const names = Array.from({ length: offset === 0 ? 50 : 1 }, (_none, index) => `p${offset + index}`);
    return `{"objs":[${names.map(prompt).join(",")}]}`;
  });
  const { pages } = await createQueryClient().fetchInfiniteQuery({
    ...promptsList({ projectId: "a/b", q: "support" }, client),
    pages: 2,
  });
  expect(pages.map(({ rows, isLast }) => [rows.length, isLast])).toEqual([
    [50, false],
    [1, true],
  ]);
  expect(asked.map(({ body }) => body)).toMatchObject(
    [0, 50].map((offset) => ({
      filter: { base_object_classes: ["Prompt", "StringPrompt", "MessagesPrompt"], latest_only: true },
      query: { $expr: { $contains: { input: { $getField: "object_id" }, substr: { $literal: "support" } } } },
      metadata_only: true,
      offset,
    })),
  );
});
