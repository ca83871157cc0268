import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { type Client, createClient } from "@/lib/client/client";
import { EXPORT_HEADER } from "@/lib/contract/export-header";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { ALL_FEEDBACK } from "@/lib/filter/feedback-view";
import { exportCalls } from "./calls-export";
import { feedbackExport, feedbackList } from "./feedback-list";
import { tableRows } from "./tables";
import { traceCalls } from "./trace";
import { downloadTrace } from "./trace-download";
import { downloadTrainingJob } from "./training-download";

const projectId = "acme/bot";
const table = { projectId, digest: "d" };
const view = { sort: null, digests: [] };
const signal = new AbortController().signal;
const calls = { projectId, view: NEWEST_TRACES, columns: [], withCosts: false, head: "", lineOf: () => "\n" };

/** Which requests of `read` are marked as exports, by path. */
async function marks(read: (client: Client, cache: QueryClient) => Promise<unknown>): Promise<[string, boolean][]> {
  const seen: [string, boolean][] = [];
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address, "http://x");
    seen.push([pathname, new Headers(init?.headers).get(EXPORT_HEADER) === "yes"]);
    if (pathname === "/calls/stream_query") return new Response("");
    return new Response('{"count":0,"result":[],"rows":[]}');
  };
  await read(createClient({ baseUrl: "", fetch }), new QueryClient());
  return seen;
}

const exportFeedback = (client: Client, cache: QueryClient) =>
  cache
    .getMutationCache()
    .build(cache, feedbackExport({ projectId, view: ALL_FEEDBACK }, client))
    .execute(undefined);

it.each<[string, Parameters<typeof marks>[0], [string, boolean][]]>([
  [
    "an export of calls",
    (client) => exportCalls(calls, { signal, onProgress: () => {} }, client),
    [
      ["/calls/query_stats", false],
      ["/calls/stream_query", true],
    ],
  ],
  ["a download of a trace", (client) => downloadTrace(projectId, "t", client), [["/calls/stream_query", true]]],
  ["an export of feedback", exportFeedback, [["/feedback/query", true]]],
  [
    "the first part of an export of a table",
    (client, cache) => cache.fetchQuery(tableRows(table, view, { offset: 0, isExport: true }, client)),
    [["/table/query", true]],
  ],
  [
    "a download of a job's request",
    (client) => downloadTrainingJob("j", client),
    [["/v1/preview/training-jobs/j/body", true]],
  ],
  [
    "a page of a table",
    (client, cache) => cache.fetchQuery(tableRows(table, view, { offset: 0 }, client)),
    [["/table/query", false]],
  ],
  [
    "a list of feedback",
    (client, cache) => cache.fetchInfiniteQuery(feedbackList({ projectId, view: ALL_FEEDBACK }, client)),
    [["/feedback/query", false]],
  ],
  [
    "a trace",
    (client, cache) => cache.fetchQuery(traceCalls(projectId, "t", client)),
    [
      ["/calls/query_stats", false],
      ["/calls/stream_query", false],
    ],
  ],
])("%s says whether it is an export", async (_what, read, expected) => expect(await marks(read)).toEqual(expected));
