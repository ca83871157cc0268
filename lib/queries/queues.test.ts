import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { readQueue, writeQueue } from "@/lib/feedback/queue";
import { addToQueue, callsForQueue, QUEUE_CALLS, queueAnswers } from "./queues";
import { JsonText } from "@/lib/json/text";
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

describe("addToQueue", () => {
  const draft = { name: "first", description: "d", filter: "", annotations: ["safe"], isBlind: true };
  const people = { assignedTo: ["ann", "bob"], perCall: 2 };

  /** A service with one queue; others publish what `meanwhile` returns just before each version that it is sent. */
  function serviceWith(callIds: readonly string[], meanwhile: () => readonly string[][] = () => []) {
    const versions = [writeQueue({ ...draft, ...people, callIds })];
    const objectOf = (index: number) =>
      `{"project_id":"acme/bot","object_id":"first","created_at":"2026-11-20T00:00:00Z","digest":"d${index}","version_index":${index},"is_latest":${index === versions.length - 1 ? 1 : 0},"kind":"object","val":${versions[index]?.text ?? "null"}}`;
    const { client } = testClient(({ path, body }) => {
      if (path.endsWith("/obj/read")) {
        const { digest } = body;
        return `{"obj":${objectOf(digest === "latest" ? versions.length - 1 : Number(String(digest).slice(1)))}}`;
      }
      versions.push(...meanwhile().map((ids) => writeQueue({ ...draft, ...people, callIds: ids })));
      const { obj } = body as { obj: { val: object } };
      versions.push(new JsonText(JSON.stringify(obj.val)));
      return `{"digest":"d${versions.length - 1}","object_id":"first","version_index":${versions.length - 1}}`;
    });
    const add = (ids: readonly string[]) =>
      new QueryClient()
        .getMutationCache()
        .build(new QueryClient(), addToQueue("acme/bot", client))
        .execute({ name: "first", callIds: ids });
    const latest = () =>
      readQueue(
        JSON.parse(objectOf(versions.length - 1), (key, value) =>
          key === "val" ? new JsonText(JSON.stringify(value)) : value,
        ),
      );
    return { add, latest, versions };
  }

  it("appends the calls that are not there, and keeps all else", async () => {
    const { add, latest } = serviceWith(["a", "b"]);
    expect(await add(["b", "c", "c", "d"])).toEqual({ added: ["c", "d"], known: 1, left: 0 });
    expect(latest()).toMatchObject({ ...draft, ...people, callIds: ["a", "b", "c", "d"] });
  });

  it("publishes nothing if all are there", async () => {
    const { add, versions } = serviceWith(["a", "b"]);
    expect(await add(["a"])).toEqual({ added: [], known: 1, left: 0 });
    expect(versions).toHaveLength(1);
  });

  it("keeps what others published between reading and writing, each time", async () => {
    const theirs = [
      [
        ["a", "x"],
        ["a", "x", "y"],
      ],
      [["a", "z"]],
      [],
    ];
    const { add, latest } = serviceWith(["a"], () => theirs.shift() ?? []);
    await add(["b"]);
    expect([...latest().callIds].toSorted()).toEqual(["a", "b", "x", "y", "z"]);
  });

  it("leaves out what a queue cannot hold, and says so", async () => {
    const full = Array.from({ length: QUEUE_CALLS - 1 }, (_, at) => `c${at}`);
    const { add, latest } = serviceWith(full);
    expect(await add(["x", "y"])).toEqual({ added: ["x"], known: 0, left: 1 });
    expect(latest().callIds).toHaveLength(QUEUE_CALLS);
  });
});
