import { expect, test } from "vitest";

import { createQueryClient } from "./query-client";
import { callRowsOf } from "./rows-of-calls";
import { duplicateRows } from "./tables-from-calls";
import { testClient } from "./test-client";

const noSignal = () => new AbortController().signal;

test("chosen calls are read in parts, all of them", async () => {
  const { client, asked } = testClient(({ body }) =>
    (body.filter as { call_ids: string[] }).call_ids.map((id) => `{"id":"${id}","inputs":{}}\n`).join(""),
  );
  const callIds = Array.from({ length: 1_200 }, (_, n) => `c${n}`);
  const found: string[] = [];
  for await (const part of callRowsOf({ projectId: "a/b", callIds, columns: ["inputs"], signal: noSignal() }, client))
    found.push(...part.map(({ id }) => id));
  expect(found).toEqual(callIds);
  expect(asked).toHaveLength(3);
});

test("rows that the table or an earlier call has are counted", async () => {
  const inputs = ["1", "2", "2", "1.0"];
  const { client } = testClient(({ path, body }) => {
    if (path.includes("stream_query"))
      return inputs.map((n, at) => `{"id":"c${at}","project_id":"a/b","inputs":{"n":${n}}}\n`).join("");
    const { row_digests: digests } = body["filter"] as { row_digests: string[] };
    if (path.includes("stats")) return '{"count":1}';
    return `{"rows":[{"digest":"${digests[0] ?? ""}","val":1,"original_index":0}]}`;
  });
  const asked = { projectId: "a/b", callIds: ["c0", "c1", "c2", "c3"], table: "t" };
  const shape = {
    parts: new Set(["inputs" as const]),
    spreadsInputs: true,
    names: new Map([["inputs.n", "__proto__"]]),
  };
  const counts = await createQueryClient().fetchQuery(duplicateRows({ ...asked, ...shape }, client));
  expect(counts).toEqual({ known: 1, repeated: 1 });
});
