import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { QUEUE_CALLS } from "@/lib/feedback/queue";
import { callsForQueue, queueAnswers } from "./queues";
import { testClient } from "./test-client";

it("answers are those that a queue led to, in any of its versions", async () => {
  const row = (trigger: string, core = "core:///acme/bot/call/a") =>
    `{"core_ref":"${core}","feedback_type":"core.annotation.safe","payload":{"value":true},"ext_user_id":"ann","trigger_ref":"${trigger}"}`;
  const { client, asked } = testClient(
    () =>
      `{"result":[${row("core:///acme/bot/object/first:old")},${row("core:///acme/bot/object/first:new", "core:///acme/bot/object/x:y")}]}`,
  );
  const queue = { ref: "core:///acme/bot/object/first:new" };
  const answers = await new QueryClient().fetchQuery(queueAnswers("acme/bot", [queue], client));
  expect(JSON.stringify(asked[0]?.body["query"])).toContain('core:///acme/bot/object/first:"');
  expect(answers).toMatchObject([{ callId: "a", who: "ann", queue: "first" }]);
});

it("the calls of a queue are those of the trace list's filter, the newest first", async () => {
  const { client, asked } = testClient(() => '{"id":"a"}\n{"id":"b"}\n');
  const view = { ...NEWEST_TRACES, q: "status:error" };
  expect(await new QueryClient().fetchQuery(callsForQueue("acme/bot", view, client))).toEqual(["a", "b"]);
  expect(asked[0]?.body).toMatchObject({
    filter: { trace_roots_only: true },
    columns: ["id"],
    limit: QUEUE_CALLS,
    sort_by: [{ field: "started_at", direction: "desc" }],
  });
});
