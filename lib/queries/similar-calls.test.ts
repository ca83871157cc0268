import { expect, it } from "vitest";
import { createQueryClient } from "./query-client";
import { similarCalls } from "./similar-calls";
import { testClient } from "./test-client";

const PROJECT = "local/demo";

it("offers the newest calls of an operation", async () => {
  const { client, asked } = testClient(() => '{"id":"a"}\n');
  expect(await createQueryClient().fetchQuery(similarCalls(PROJECT, "run", client))).toEqual([{ id: "a" }]);
  expect(asked[0]?.body).toMatchObject({
    filter: { op_names: ["run"] },
    sort_by: [{ field: "started_at", direction: "desc" }],
    limit: 20,
  });
});
