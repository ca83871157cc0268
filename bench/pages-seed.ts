import type { z } from "zod";
import type { callBatchItem } from "@/lib/contract/calls";
import { endpoints } from "@/lib/contract/endpoints";
import { JsonText, writeJson } from "@/lib/json/text";
import type { Post } from "./post";
import { progressOf } from "./progress";
import { PROJECT, batchItems, benchCalls } from "./rows";
import { storeTable } from "./tables";

/** Sizes of the pages' data. */
export interface Sizes {
  /** Calls of the list, each with payloads of 2 KB. */
  calls: number;
  /** Spans of each big trace. */
  traces: readonly number[];
  tableRows: number;
  /** Size of one call's output. */
  fieldBytes: number;
  /** Messages of the conversation that the playground opens. */
  messages: number;
}

/** Ids of the stored data. */
export interface Seeded {
  traces: readonly { spans: number; root: string }[];
  digest: string;
  bigField: string;
  conversation: string;
}

const CALLS_PER_REQUEST = 1000;
const SPANS_PER_REQUEST = 10_000;
const CHILDREN = 7;
const START_MS = Date.UTC(2026, 5, 1);
const TEXT = "The parcel left the warehouse in Lyon this morning and should arrive within two days. ";

/** Stores the pages' data over HTTP, as programs do. */
export async function seedPages(
  post: Post,
  { calls, traces, tableRows, fieldBytes, messages }: Sizes,
): Promise<Seeded> {
  await send(post, "sending calls", calls, CALLS_PER_REQUEST, (from, to) => benchCalls(from, to).flatMap(batchItems));
  for (const spans of traces)
    await send(post, "sending spans of one trace", spans, SPANS_PER_REQUEST, (from, to) =>
      Array.from({ length: to - from }, (_, index) => spanItems(spans, from + index)).flat(),
    );
  const records = Math.ceil(fieldBytes / (TEXT.length * 10));
  const output = Array.from({ length: records }, (_, id) => ({ id, price: id / 8, text: TEXT.repeat(10) }));
  const turns = Array.from({ length: messages }, (_, n) => ({ role: n % 2 ? "assistant" : "user", content: TEXT }));
  const [bigField, conversation] = ["big-field", "conversation"];
  await upsert(post, [
    ...callItems({ id: bigField, trace_id: bigField, inputs: "{}", output: JSON.stringify(output) }),
    ...callItems({
      id: conversation,
      trace_id: conversation,
      inputs: JSON.stringify({ model: "bench", messages: turns }),
      output: "{}",
    }),
  ]);
  const digest = await storeTable(post, tableRows);
  const roots = traces.map((spans) => ({ spans, root: spanId(spans, 0) }));
  return { traces: roots, digest, bigField, conversation };
}

type Item = z.input<typeof callBatchItem>;

interface PlainCall {
  id: string;
  trace_id: string;
  parent_id?: string;
  inputs: string;
  output: string;
  /** Milliseconds after the first call. */
  at?: number;
}

const spanId = (trace: number, number: number) => `span-${trace}-${number}`;

/** A tree in which each span has a few children, so that it is both deep and wide. */
function spanItems(trace: number, number: number): Item[] {
  const parent_id = number === 0 ? undefined : spanId(trace, Math.floor((number - 1) / CHILDREN));
  const payload = JSON.stringify({ step: number });
  const ids = { id: spanId(trace, number), trace_id: spanId(trace, 0), parent_id };
  return callItems({ ...ids, inputs: payload, output: payload, at: number });
}

function callItems({ id, trace_id, parent_id, inputs, output, at = 0 }: PlainCall): Item[] {
  const started_at = new Date(START_MS + at).toISOString();
  const ended_at = new Date(START_MS + at + 400).toISOString();
  const names = { project_id: PROJECT, id, trace_id, parent_id, op_name: parent_id ? "step" : "agent" };
  const texts = { inputs: new JsonText(inputs), attributes: new JsonText("{}") };
  return [
    { mode: "start", req: { start: { ...names, ...texts, started_at } } },
    { mode: "end", req: { end: { project_id: PROJECT, id, ended_at, output: new JsonText(output) } } },
  ];
}

async function send(
  post: Post,
  what: string,
  total: number,
  perRequest: number,
  itemsOf: (from: number, to: number) => Item[],
): Promise<void> {
  const progress = progressOf(what, total);
  for (let from = 0; from < total; from += perRequest) {
    const to = Math.min(from + perRequest, total);
    await upsert(post, itemsOf(from, to));
    progress(to);
  }
}

async function upsert(post: Post, batch: Item[]): Promise<void> {
  await post(endpoints.callUpsertBatch, writeJson({ batch }));
}
