import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { JsonText } from "@/lib/json/text";
import { createFeedback, purgeFeedback } from "./feedback";
import { feedbackOn } from "./feedback-on";
import { newFeedback } from "./new-feedback";
import { testClient } from "./test-client";

const subject = { projectId: "local/demo", ref: "core:///local/demo/call/a" };
const CREATED = "2026-11-20T08:00:00.000000Z";
const PAYLOAD = new JsonText(`{"emoji":"👍", "n":12345678901234567890}`);
const stored = (id: string) => `{"id":"${id}","feedback_type":"custom","payload":{},"created_at":"${CREATED}"}`;

/** A service with these records, which answers each change when the test lets it. */
function setUp(...records: string[]) {
  const kept = new Map(records.map((id) => [id, stored(id)]));
  const held: (() => void)[] = [];
  let isRefusing = false;
  const { client, asked } = testClient(async ({ path, body }) => {
    if (path === "/feedback/query") return `{"result":[${[...kept.values()].join()}]}`;
    await new Promise<void>((resolve) => held.push(resolve));
    if (isRefusing) return 403;
    if (path === "/feedback/purge") return `{"purged":1}`;
    kept.set(String(body.id), stored(String(body.id)));
    return `{"id":"${String(body.id)}","created_at":"${CREATED}","ext_user_id":"ann","payload":{}}`;
  });
  const cache = new QueryClient();
  const { queryKey } = feedbackOn(subject);
  return {
    client,
    cache,
    asked,
    kept,
    shown: () => cache.getQueryData(queryKey)?.map(({ id, isSaving }) => (isSaving ? `${id}…` : id)),
    read: () => cache.fetchQuery({ ...feedbackOn(subject, client), staleTime: 0 }),
    answer: async (isRefusal = false) => {
      isRefusing = isRefusal;
      await vi.waitFor(() => expect(held).not.toEqual([]), 30_000);
      for (const resolve of held.splice(0)) resolve();
    },
  };
}

describe("feedback", () => {
  it("is requested by the ref of its subject", async () => {
    const { read, asked } = setUp();
    await read();
    expect(asked[0]?.body).toMatchObject({
      project_id: "local/demo",
      query: { $expr: { $eq: [{ $getField: "core_ref" }, { $literal: "core:///local/demo/call/a" }] } },
    });
  });

  it("is shown at once and marked as saved once stored, with its own id", async () => {
    const { client, cache, read, shown, answer, asked } = setUp("old");
    await read();
    const given = newFeedback("custom", PAYLOAD);
    expect(given.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const saved = new MutationObserver(cache, createFeedback(subject, client)).mutate(given);
    await vi.waitFor(() => expect(shown()).toEqual(["old", `${given.id}…`]), 30_000);
    await answer();
    await saved;
    expect(shown()).toContain(given.id);
    const sent = asked.find(({ path }) => path === "/feedback/create");
    expect(sent?.body).toMatchObject({ id: given.id, core_ref: "core:///local/demo/call/a", feedback_type: "custom" });
  });

  it("is removed when the service rejects it", async () => {
    const { client, cache, read, shown, answer } = setUp("old");
    await read();
    const saved = new MutationObserver(cache, createFeedback(subject, client)).mutate(newFeedback("custom", PAYLOAD));
    await answer(true);
    await expect(saved).rejects.toMatchObject({ code: "forbidden" });
    expect(shown()).toEqual(["old"]);
  });

  it("is removed at once, and restored in its position when the service rejects the request", async () => {
    const { client, cache, read, shown, answer } = setUp("one", "two");
    await read();
    const removed = new MutationObserver(cache, purgeFeedback(subject, client)).mutate("one");
    await vi.waitFor(() => expect(shown()).toEqual(["two"]), 30_000);
    await answer(true);
    await expect(removed).rejects.toMatchObject({ code: "forbidden" });
    expect(shown()?.toSorted()).toEqual(["one", "two"]);
  });
});
