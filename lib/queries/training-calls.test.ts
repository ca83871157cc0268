import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { testClient } from "./test-client";
import { readTrainingCalls, trainingCallsCount } from "./training-calls";

const callOf = (id: string, output = '"4"') =>
  `{"id":"${id}","op_name":"chat","started_at":"2026-11-20T10:00:00Z","ended_at":"2026-11-20T10:00:01Z",` +
  `"inputs":{"messages":[{"role":"user","content":"2+2?"}]}${output === "" ? "" : `,"output":${output}`}}`;
const thumb = (id: string, emoji: string) =>
  `{"core_ref":"core:///acme/bot/call/${id}","feedback_type":"core.reaction.1","payload":{"emoji":"${emoji}"}}`;
const { signal } = new AbortController();

it("reads calls page by page, each as a line, with the feedback on them", async () => {
  const pages = [
    Array.from({ length: 200 }, (_each, index) => callOf(`c${index}`)),
    [callOf("last"), callOf("none", "")],
  ];
  const { client, asked } = testClient(({ path, body }) => {
    if (path === "/calls/stream_query") return (pages.shift() ?? []).map((call) => `${call}\n`).join("");
    const isOnLast = JSON.stringify(body).includes("call/last");
    return `{"result":[${isOnLast ? `${thumb("last", "👍")},${thumb("last", "👎")}` : ""}]}`;
  });
  const progress: number[] = [];
  const read = await readTrainingCalls(
    { projectId: "acme/bot", choice: { view: NEWEST_TRACES }, expected: 202 },
    { signal, onProgress: ({ calls }) => progress.push(calls) },
    client,
  );
  const lines = (await read.file.text()).trimEnd().split("\n");
  expect(lines).toHaveLength(201);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ metadata: { call_refs: ["core:///acme/bot/call/last"] } });
  const text = await read.file.text();
  expect([...read.callAt.values()]).toEqual(lines.map((_line, index) => (index === 200 ? "last" : `c${index}`)));
  for (const start of read.callAt.keys()) expect(text.slice(start, start + 24)).toBe('{"messages_and_choices":');
  expect(read.feedback.get("last")?.map(({ payload }) => payload.text)).toEqual(['{"emoji":"👍"}', '{"emoji":"👎"}']);
  expect(read.leftOut).toEqual([{ id: "none", why: "has no output" }]);
  expect(progress).toEqual([200, 202]);
  const queries = asked.filter(({ path }) => path === "/calls/stream_query").map(({ body }) => body["after_id"]);
  expect(queries).toEqual([undefined, "c199"]);
});

it("lets the service find the calls with feedback of a type, a page at a time, up to the maximum of a form", async () => {
  const { client, asked } = testClient(({ path, body }) => {
    if (path === "/calls/query_stats") return '{"count":44000}';
    if (path !== "/calls/stream_query") return '{"result":[]}';
    const from = typeof body.after_id === "string" ? Number(body.after_id.slice(1)) + 1 : 0;
    return Array.from({ length: 200 }, (_each, place) => `${callOf(`c${from + place}`)}\n`).join("");
  });
  const choice = { feedbackType: "core.reaction.1" };
  expect(await new QueryClient().fetchQuery(trainingCallsCount("acme/bot", choice, client))).toBe(44_000);
  const { callAt } = await readTrainingCalls(
    { projectId: "acme/bot", choice, expected: 10_000 },
    { signal, onProgress: () => {} },
    client,
  );
  expect(callAt.size).toBe(10_000);
  const query = { $expr: { $eq: [{ $getField: "feedback.type" }, { $literal: "core.reaction.1" }] } };
  const selecting = asked.filter(({ path }) => path !== "/feedback/query");
  expect(selecting).toHaveLength(51);
  for (const { body } of selecting) expect(body["query"]).toEqual(query);
});

it("adds the newest corrected output of a call, without the reward of its feedback", async () => {
  const corrected = (output: string) =>
    `{"core_ref":"core:///acme/bot/call/a","feedback_type":"core.correction.1","payload":{"output":${output}}}`;
  const { client } = testClient(({ path }) =>
    path === "/calls/stream_query"
      ? `${callOf("a")}\n${callOf("b")}\n`
      : `{"result":[${thumb("a", "👎")},${corrected('"five"')},${corrected('{"role": "assistant",\r\n "content": "four"}')}]}`,
  );
  const read = (withCorrections: boolean) =>
    readTrainingCalls(
      { projectId: "acme/bot", choice: { ids: ["a", "b"] }, expected: 2, withCorrections },
      { signal, onProgress: () => {} },
      client,
    );
  const { file, callAt, corrected: count } = await read(true);
  const lines = (await file.text()).trimEnd().split("\n");
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({
    messages_and_choices: [{ role: "user" }, { role: "assistant", content: "four" }],
    reward: 1,
  });
  expect([...callAt.values()]).toEqual(["a", "b"]);
  expect(count).toBe(1);
  expect((await read(false)).corrected).toBe(0);
});

it("gives the reward of a root to the model calls below it, which have the system prompt", async () => {
  const chat = (id: string, parent: string | undefined, system?: string) => {
    const messages = [...(system ? [{ role: "system", content: system }] : []), { role: "user", content: "2+2?" }];
    const times = { started_at: "2026-11-20T10:00:00Z", ended_at: "2026-11-20T10:00:01Z" };
    return JSON.stringify({
      id,
      parent_id: parent,
      trace_id: "t",
      op_name: id,
      ...times,
      inputs: { messages },
      output: "4",
    });
  };
  // A root, and a wrapper around one of its two model calls; another trace's root is a model call itself.
  const trace = [
    chat("root", undefined),
    chat("wrapper", "root"),
    chat("one", "wrapper", "Add."),
    chat("two", "root", "Say."),
  ];
  const alone = chat("alone", undefined).replace('"trace_id":"t"', '"trace_id":"a"');
  const { client } = testClient(({ path, body }) => {
    if (path !== "/calls/stream_query") {
      const text = JSON.stringify(body);
      const records = ["root", "one"]
        .filter((id) => text.includes(`call/${id}"`))
        .map((id) => thumb(id, id === "root" ? "👍" : "👎"));
      return `{"result":[${records.join(",")}]}`;
    }
    const isOfTraces = JSON.stringify(body["filter"]).includes("trace_ids");
    return (isOfTraces ? [...trace, alone] : [trace[0], alone]).map((line) => `${line}\n`).join("");
  });
  const choice = { ids: ["root", "alone"] };
  const read = async (ofModelCalls: boolean) =>
    readTrainingCalls(
      { projectId: "acme/bot", choice, expected: 2, ofModelCalls },
      { signal, onProgress: () => {} },
      client,
    );
  const found = await read(true);
  expect([...found.callAt.values()]).toEqual(["alone", "one", "two"]);
  expect(found.leftOut).toEqual([]);
  const systems = (await found.file.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).messages_and_choices[0]);
  expect(systems.map(({ role, content }) => [role, content])).toEqual([
    ["user", "2+2?"],
    ["system", "Add."],
    ["system", "Say."],
  ]);
  // Its own record comes last, and so counts where there are several.
  expect(["one", "two", "alone"].map((id) => found.feedback.get(id)?.map(({ payload }) => payload.text))).toEqual([
    ['{"emoji":"👍"}', '{"emoji":"👎"}'],
    ['{"emoji":"👍"}'],
    undefined,
  ]);
  expect([...(await read(false)).callAt.values()]).toEqual(["root", "alone"]);
});
