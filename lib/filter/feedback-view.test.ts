import { describe, expect, it } from "vitest";
import { querySchema } from "@/lib/contract/query-schema";
import { ALL_FEEDBACK, type FeedbackView, selectFeedback } from "./feedback-view";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const written = (view: Partial<FeedbackView>, until?: string) =>
  JSON.stringify(selectFeedback({ ...ALL_FEEDBACK, ...view }, NOW, until)?.$expr, (_, value: unknown) =>
    typeof value === "object" && value !== null && "text" in value ? value.text : value,
  );

describe("selectFeedback", () => {
  it("has no conditions by default", () => {
    expect(selectFeedback(ALL_FEEDBACK, NOW)).toBeUndefined();
  });

  it.each<[Partial<FeedbackView>, string]>([
    [{ type: "core.reaction.1", value: "👍" }, "payload.emoji"],
    [{ type: "core.annotation.quality", value: "good" }, "payload.value"],
    [{ type: "wandb.runnable.judge", value: "1" }, "payload.output"],
    [{ type: "rating", value: "0.5" }, "payload.score"],
    [{ type: "rating", value: "x".repeat(100) }, "$contains"],
    [{ who: "ann" }, "creator"],
    [{ range: "24h" }, "2026-11-19T12:00:00.000Z"],
    [{ range: "yesterday" }, "2026-11-19T23:59:59.999999Z"],
    [{ range: "yesterday", zone: "Asia/Tokyo" }, "2026-11-18T15:00:00.000Z"],
    [{ range: "24h", from: "2026-01-01T00:00:00Z" }, "2026-01-01T00:00:00Z"],
    [{ on: "core:///a/b/call/c" }, "core:///a/b/call/c"],
  ])("%j", (view, part) => {
    expect(written(view)).toContain(part);
    expect(querySchema.safeParse(selectFeedback({ ...ALL_FEEDBACK, ...view }, NOW)).success).toBe(true);
  });

  it("ends at the earlier of two ends", () => {
    expect(written({ to: "2026-11-02T00:00:00Z" }, "2026-11-01T00:00:00Z")).toContain("2026-11-01");
    expect(written({ to: "2026-11-02T00:00:00Z" }, "2026-11-03T00:00:00Z")).toContain("2026-11-02");
  });

  it("knows no value without a type", () => {
    expect(selectFeedback({ ...ALL_FEEDBACK, value: "good" }, NOW)).toBeUndefined();
  });
});
