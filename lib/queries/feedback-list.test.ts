import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { querySchema } from "@/lib/contract/query-schema";
import { FEEDBACK_PAGE_ROWS, feedbackList, feedbackOverTime, type FeedbackView, selectFeedback } from "./feedback-list";
import { testClient } from "./test-client";

const all: FeedbackView = {
  q: "",
  type: "",
  value: "",
  who: "",
  on: "",
  from: null,
  to: null,
  range: null,
  sort: { by: "created_at", direction: "desc" },
};
const NOW = Date.parse("2026-11-20T12:00:00Z");
const written = (view: Partial<FeedbackView>, until?: string) =>
  JSON.stringify(selectFeedback({ ...all, ...view }, NOW, until)?.$expr, (_, value: unknown) =>
    typeof value === "object" && value !== null && "text" in value ? value.text : value,
  );

describe("selectFeedback", () => {
  it("asks for nothing when nothing was chosen", () => {
    expect(selectFeedback(all, NOW)).toBeUndefined();
  });

  it.each<[Partial<FeedbackView>, string]>([
    [{ type: "core.reaction.1", value: "👍" }, "payload.emoji"],
    [{ type: "core.annotation.quality", value: "good" }, "payload.value"],
    [{ type: "wandb.runnable.judge", value: "1" }, "payload.output"],
    [{ type: "rating", value: "0.5" }, "payload.score"],
    [{ type: "rating", value: "x".repeat(100) }, "$contains"],
    [{ who: "ann" }, "creator"],
    [{ range: "24h" }, "2026-11-19T12:00:00.000Z"],
    [{ range: "24h", from: "2026-01-01T00:00:00Z" }, "2026-01-01T00:00:00Z"],
    [{ on: "core:///a/b/call/c" }, "core:///a/b/call/c"],
  ])("%j", (view, part) => {
    expect(written(view)).toContain(part);
    expect(querySchema.safeParse(selectFeedback({ ...all, ...view }, NOW)).success).toBe(true);
  });

  it("ends at the earlier of two ends", () => {
    expect(written({ to: "2026-11-02T00:00:00Z" }, "2026-11-01T00:00:00Z")).toContain("2026-11-01");
    expect(written({ to: "2026-11-02T00:00:00Z" }, "2026-11-03T00:00:00Z")).toContain("2026-11-02");
  });

  it("knows no value without a type", () => {
    expect(selectFeedback({ ...all, value: "good" }, NOW)).toBeUndefined();
  });
});

describe("feedbackList", () => {
  it("keeps what is given meanwhile off its later pages", async () => {
    const newest = "2026-11-20T12:00:00.000000Z";
    const page = Array.from({ length: FEEDBACK_PAGE_ROWS }, (_, index) => ({ id: String(index), created_at: newest }));
    const { client, asked } = testClient(() => JSON.stringify({ result: page }));
    const cache = new QueryClient();
    await cache.fetchInfiniteQuery({ ...feedbackList({ projectId: "a/b", view: all }, client), pages: 2 });
    expect(asked[0]?.body["query"]).toBeUndefined();
    expect(asked[1]?.body).toMatchObject({
      offset: FEEDBACK_PAGE_ROWS,
      query: { $expr: { $and: [{ $lte: [{ $getField: "created_at" }, { $literal: newest }] }] } },
    });
  });
});

describe("feedbackOverTime", () => {
  const read = (answer: string, view: Partial<FeedbackView> = {}) => {
    const { client, asked } = testClient(() => answer);
    const options = feedbackOverTime({ projectId: "a/b", view: { ...all, ...view }, zone: "UTC" }, client);
    return new QueryClient().fetchQuery(options).then((data) => ({ data, asked }));
  };

  it("begins with the first record where no range is chosen", async () => {
    const { asked } = await read('{"count":1,"first":"2026-11-01T00:00:00.000000Z"}');
    expect(asked.map(({ body }) => body["start"])).toEqual([undefined, "2026-11-01T00:00:00.000000Z"]);
  });

  it("is nothing where there is no record", async () => {
    expect((await read('{"count":0}')).data).toBeNull();
  });

  it("counts what was given at the very end of the range", async () => {
    const { asked } = await read('{"count":0}', { from: "2026-11-01T00:00:00Z", to: "2026-11-02T00:00:00.500Z" });
    expect(asked.map(({ body }) => body["end"])).toEqual(["2026-11-02T00:00:00.501000Z"]);
  });

  it("asks once where a range is chosen", async () => {
    expect((await read('{"count":0}', { from: "2026-11-01T00:00:00Z" })).asked).toHaveLength(1);
  });
});
