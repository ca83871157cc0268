import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";

import { createClient } from "@/lib/client/client";
import { JsonText } from "@/lib/json/text";
import { testClient } from "@/lib/queries/test-client";

import { parseUndos, type PendingUndo, undoWith } from "./pending-undos";
import { sendUndo } from "./send-undo";

const entry: PendingUndo = {
  id: "feedback 1",
  title: "Removed 👍",
  requests: [{ endpoint: "feedbackCreate", body: "{}" }],
  refreshes: ["feedback"],
  until: 1_000,
};

describe("parseUndos", () => {
  it("returns what can still be undone", () => {
    expect(parseUndos(JSON.stringify([entry, { ...entry, until: 500 }]), 500)).toEqual([entry]);
  });

  it.each([null, "", "{", "{}", '[{"id":1}]'])("returns nothing for %j", (stored) => {
    expect(parseUndos(stored, 0)).toEqual([]);
  });
});

describe("sendUndo", () => {
  const created = {
    project_id: "acme/bot",
    core_ref: "core:///acme/bot/call/c1",
    feedback_type: "rating",
    payload: new JsonText('{"score":1.0, "id":12345678901234567890}'),
  };

  it("sends a payload with its exact text and invalidates its queries", async () => {
    const cache = new QueryClient();
    cache.setQueryData(["feedback", "list", {}], []);
    let sent = "";
    const fetch: typeof globalThis.fetch = (_address, init) => {
      sent = typeof init?.body === "string" ? init.body : "";
      return Promise.resolve(
        new Response('{"id":"1","created_at":"2026-01-01T00:00:00Z","ext_user_id":"a","payload":{}}'),
      );
    };
    const undo = { ...entry, requests: [undoWith("feedbackCreate", created)] };
    await sendUndo(undo, createClient({ baseUrl: "", fetch }), cache);
    expect(sent).toContain('{"score":1.0, "id":12345678901234567890}');
    expect(cache.getQueryState(["feedback", "list", {}])?.isInvalidated).toBe(true);
  });

  it("reports what the service rejected, and invalidates what may have changed", async () => {
    const cache = new QueryClient();
    cache.setQueryData(["feedback", "list", {}], []);
    const { client, asked } = testClient(() => 403);
    const undo = { ...entry, requests: [undoWith("feedbackCreate", created)] };
    await expect(sendUndo(undo, client, cache)).rejects.toThrow(/403/);
    expect(asked).toHaveLength(1);
    expect(cache.getQueryState(["feedback", "list", {}])?.isInvalidated).toBe(true);
  });

  it("knows no endpoint that is not in the contract", async () => {
    const { client, asked } = testClient(() => "{}");
    const undo = { ...entry, requests: [{ endpoint: "elsewhere", body: "{}" }] };
    await expect(sendUndo(undo, client, new QueryClient())).rejects.toThrow("another version of the dashboard");
    expect(asked).toEqual([]);
  });
});
