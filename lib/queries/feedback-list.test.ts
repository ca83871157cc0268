import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { ALL_FEEDBACK, type FeedbackView } from "@/lib/filter/feedback-view";
import { FEEDBACK_PAGE_ROWS, feedbackList, feedbackOverTime } from "./feedback-list";
import { testClient } from "./test-client";

describe("feedbackList", () => {
  it("does not show feedback created in the meantime on its later pages", async () => {
    const newest = "2026-11-20T12:00:00.000000Z";
    const page = Array.from({ length: FEEDBACK_PAGE_ROWS }, (_, index) => ({ id: String(index), created_at: newest }));
    const { client, asked } = testClient(() => JSON.stringify({ result: page }));
    const cache = new QueryClient();
    await cache.fetchInfiniteQuery({ ...feedbackList({ projectId: "a/b", view: ALL_FEEDBACK }, client), pages: 2 });
    expect(asked[0]?.body["query"]).toBeUndefined();
    expect(asked[1]?.body).toMatchObject({
      offset: FEEDBACK_PAGE_ROWS,
      query: { $expr: { $lte: [{ $getField: "created_at" }, { $literal: newest }] } },
    });
  });
});

describe("feedbackOverTime", () => {
  const read = (answer: string, view: Partial<FeedbackView> = {}) => {
    const { client, asked } = testClient(() => answer);
    const options = feedbackOverTime({ projectId: "a/b", view: { ...ALL_FEEDBACK, ...view }, zone: "UTC" }, client);
    return new QueryClient().fetchQuery(options).then((data) => ({ data, asked }));
  };

  it("begins with the first record if no range is selected", async () => {
    const { asked } = await read('{"count":1,"first":"2026-11-01T00:00:00.000000Z"}');
    expect(asked.map(({ body }) => body["start"])).toEqual([undefined, "2026-11-01T00:00:00.000000Z"]);
  });

  it("is empty if there is no record", async () => {
    expect((await read('{"count":0}')).data).toBeNull();
  });

  it("counts records at the very end of the range", async () => {
    const { asked } = await read('{"count":0}', { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00.500Z" });
    expect(asked.map(({ body }) => body["end"])).toEqual(["2026-11-02T00:00:00.501000Z"]);
  });

  it("sends one request if a range is selected", async () => {
    expect((await read('{"count":0}', { from: "2026-11-01T00:00:00Z" })).asked).toHaveLength(1);
  });
});
