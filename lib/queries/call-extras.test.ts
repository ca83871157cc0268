import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { feedbackFields } from "./call-extras";
import { testClient } from "./test-client";

it("offers fields of the newest feedback with a string or number, the most frequent first", async () => {
  const said = (feedback_type: string, payload: object) => ({ feedback_type, payload });
  const { client, asked } = testClient(() =>
    JSON.stringify({
      result: [
        said("core.annotation.quality", { value: "good" }),
        said("rating", { score: 3, why: { text: "slow" }, tags: [] }),
        said("rating", { score: 1 }),
      ],
    }),
  );
  const fields = await new QueryClient().fetchQuery(feedbackFields("a/b", client));
  expect(fields).toEqual(["feedback.[rating].payload.score", "feedback.[core.annotation.quality].payload.value"]);
  expect(asked[0]?.body).toMatchObject({ project_id: "a/b", limit: 200 });
});
