import { performance } from "node:perf_hooks";
import * as z from "zod";
import type { ConnectionTest, TestProblem } from "@/lib/contract/connections";
import { CONNECTION_MODELS, TEST_ANSWER_MS, TEST_LIST_MS, UPSTREAM_CONNECT_MS } from "@/lib/contract/limits";
import { type Resolve, checkedConnector } from "@/lib/network/checked-connector";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import { readList } from "@/service/inference/catalogue";
import { readUpTo } from "@/service/inference/read-body";
import { Upstream } from "@/service/inference/upstream";
import type { UpstreamConfig } from "@/service/inference/upstream-config";
import { type Received, problemOfFailure, problemOfStatus } from "./server-problems";

const READ_BYTES = 8 * 2 ** 20;
const OK = 200;
const NO_LIST = [404, 405, 501];
const QUESTION = "Answer with one word: hello";
const ANSWER_TOKENS = 16;
const SHOWN_CHARS = 1_000;
/** Some models use tokens for reasoning first. */
const REASONING_TOKENS = 1_024;

/** Models that answer no chat, where a server lists several kinds. */
const OTHER_KINDS =
  /embed|rerank|whisper|tts|speech|audio|realtime|transcri|image|dall-e|imagen|veo|sora|video|moderation|guard|davinci|babbage|instruct$|aqa/i;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

type TryOptions = { rules: OutboundRules; model?: string; resolve?: Resolve };

/** Lists the models of a server and asks one of them a short question. Never throws for what the server does. */
export async function tryServer(
  config: UpstreamConfig,
  { rules, model, resolve }: TryOptions,
): Promise<ConnectionTest> {
  const connect = checkedConnector({ rules, timeoutMs: UPSTREAM_CONNECT_MS, resolve });
  const upstream = new Upstream(config, { source: "stored", connect });
  try {
    const list = await listModels(upstream);
    const asked = model ?? list.models.find((id) => !OTHER_KINDS.test(id)) ?? list.models[0];
    // Without a connection, the answer would only repeat the problem.
    const isPointless = list.problem !== undefined && !list.responded;
    const answer = asked === undefined || isPointless ? undefined : await askModel(upstream, asked);
    const { responded: _responded, ...shown } = list;
    return { list: { ...shown, models: shown.models.slice(0, CONNECTION_MODELS) }, ...(answer && { answer }) };
  } finally {
    await upstream.close();
  }
}

async function listModels(upstream: Upstream): Promise<ConnectionTest["list"] & { responded: boolean }> {
  const startedAt = performance.now();
  const named = upstream.config.models;
  const result = (models: string[], responded: boolean, problem?: TestProblem) => ({
    latency_ms: elapsed(startedAt),
    models,
    count: models.length,
    responded,
    ...(problem && { problem }),
  });
  try {
    const received = await receive(upstream, { method: "GET", path: "/models" }, TEST_LIST_MS);
    const listed = received.status === OK ? readList(received.text)?.map(({ id }) => id) : undefined;
    if (named && (listed || NO_LIST.includes(received.status))) return result(named, true);
    if (!listed) return result(named ?? [], true, problemOfStatus(received, upstream, "list"));
    if (listed.length > 0) return result(listed, true);
    return result([], true, { message: "The server lists no models; enter their IDs", field: "models" });
  } catch (error) {
    return result(named ?? [], false, problemOfFailure(error, upstream, TEST_LIST_MS));
  }
}

async function askModel(upstream: Upstream, model: string): Promise<NonNullable<ConnectionTest["answer"]>> {
  const startedAt = performance.now();
  const send = async (limit: object) => {
    const body = JSON.stringify({ model, messages: [{ role: "user", content: QUESTION }], ...limit });
    const headers = { "content-type": "application/json" };
    return receive(upstream, { method: "POST", path: "/chat/completions", body, headers }, TEST_ANSWER_MS);
  };
  try {
    let received = await send({ max_tokens: ANSWER_TOKENS });
    // OpenAI's reasoning models reject the older parameter.
    if (received.status !== OK && received.text.includes("max_completion_tokens"))
      received = await send({ max_completion_tokens: REASONING_TOKENS });
    const read = received.status === OK ? completion.safeParse(parsed(received.text)).data : undefined;
    const latency_ms = elapsed(startedAt);
    if (!read) return { model, latency_ms, problem: problemOfStatus(received, upstream, "answer") };
    return {
      model,
      latency_ms,
      text: upstream.withoutKey(read.choices[0]?.message.content ?? "").slice(0, SHOWN_CHARS),
    };
  } catch (error) {
    return { model, latency_ms: elapsed(startedAt), problem: problemOfFailure(error, upstream, TEST_ANSWER_MS) };
  }
}

async function receive(
  upstream: Upstream,
  request: Parameters<Upstream["ask"]>[0],
  timeoutMs: number,
): Promise<Received> {
  const answer = upstream.ask(request);
  const timer = setTimeout(() => answer.abort(new DOMException("timed out", "TimeoutError")), timeoutMs);
  try {
    const { status } = await answer.head;
    const { bytes, rest } = await readUpTo(answer, READ_BYTES);
    if (rest) answer.abort(new Error("The response is too large"));
    return { status, text: new TextDecoder().decode(bytes) };
  } finally {
    clearTimeout(timer);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const elapsed = (since: number) => Math.round((performance.now() - since) * 10) / 10;
