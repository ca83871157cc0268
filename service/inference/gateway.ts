import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import type { ModelEntry } from "@/lib/contract/models";
import { ANSWER_TIMEOUTS, type AnswerTimeouts } from "./attempt";
import { Catalogue } from "./catalogue";
import { type ChatAnswer, exchange } from "./exchange";
import { refusalBy } from "./refusals";
import { bodyFor } from "./request-body";
import { Unanswered, Upstream } from "./upstream";
import type { UpstreamConfig } from "./upstream-config";

const REFRESH_MS = 15_000;
/** A list of models younger than this is not read again. */
const FRESH_MS = 2_000;
/** Once lists have been read, a server that does not respond delays an answer by at most this. */
const LIST_WAIT_MS = 300;
const NOT_FOUND = 404;
/** Statuses after which another server is tried. */
const RETRIED = [401, NOT_FOUND, 429, 500, 502, 503, 504];

/** A request for a completion: its validated value, and its text, which is forwarded. */
type ChatCall = {
  request: ChatRequest;
  text: string;
  requestId: string;
  /** Aborts when the caller disconnects. */
  caller: AbortSignal;
};

/** Answers chat completions with model servers. */
export type Inference = {
  /** The models that can be called now. */
  listModels(): Promise<ModelEntry[]>;
  /**
   * Tries a server that has the model, and a second one if the first does not respond or returns an error before its
   * first byte. Throws `not_found` for an unknown model, `invalid` if no server supports the request, `bad_gateway` and
   * `gateway_timeout`.
   */
  complete(call: ChatCall): Promise<ChatAnswer>;
  close(): Promise<void>;
};

export type InferenceOptions = {
  upstreams: readonly UpstreamConfig[];
  /** Whether the servers are detected instead of configured: a missing one is then not an error. */
  areGuesses?: boolean;
  timeouts?: AnswerTimeouts;
  /** Counts the requests to servers by outcome. */
  count?: (labels: { upstream: string; outcome: "answered" | "refused" | "failed" | "left" }) => void;
};

/** Puts the model servers behind one interface. Connects when needed, and refreshes their models in the background. */
export function openInference(options: InferenceOptions): Inference {
  const { upstreams: configs, areGuesses, timeouts = ANSWER_TIMEOUTS, count = () => {} } = options;
  const upstreams = configs.map((config) => new Upstream(config));
  const catalogue = new Catalogue(upstreams);
  const timer = setInterval(() => void catalogue.refresh(), REFRESH_MS);
  timer.unref();
  void catalogue.refresh();

  async function serversOf(model: string): Promise<Upstream[]> {
    const known = catalogue.serving(model);
    if (known.length > 0) return known;
    await catalogue.refresh(FRESH_MS);
    const found = catalogue.serving(model);
    if (found.length > 0) return found;
    const unreachable = areGuesses ? [] : catalogue.unreachable();
    if (unreachable.length === 0) throw unknownModel(model, !areGuesses || catalogue.list().length > 0);
    throw new AppError(
      "bad_gateway",
      `No reachable model server serves ${model}; unreachable servers: ${unreachable.join(", ")}. Start one, or correct its base_url.`,
    );
  }

  async function send(upstream: Upstream, { request, text, requestId, caller }: ChatCall): Promise<ChatAnswer> {
    const headers = { "content-type": "application/json", "x-request-id": requestId };
    const sent = { body: bodyFor(upstream.config, request, text, requestId), headers };
    try {
      const answer = await exchange(upstream, sent, caller, timeouts);
      count({ upstream: upstream.name, outcome: answer.kind === "error" ? "refused" : "answered" });
      // The server may have another model by now.
      if (answer.kind === "error" && answer.upstreamStatus === NOT_FOUND) void catalogue.refresh(FRESH_MS);
      return answer;
    } catch (error) {
      count({ upstream: upstream.name, outcome: caller.aborted ? "left" : "failed" });
      if (!caller.aborted) void catalogue.refresh(FRESH_MS);
      throw error;
    }
  }

  return {
    async listModels() {
      const reading = catalogue.refresh(FRESH_MS);
      await (catalogue.isRead ? Promise.race([reading, pause(LIST_WAIT_MS)]) : reading);
      return catalogue.list();
    },
    async complete(call) {
      const servers = await serversOf(call.request.model);
      const [first, second] = accepting(servers, call.request);
      if (!second) return send(first, call);
      try {
        const answer = await send(first, call);
        if (answer.kind !== "error" || !RETRIED.includes(answer.upstreamStatus)) return answer;
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
      }
      return send(second, call);
    },
    async close() {
      clearInterval(timer);
      await Promise.all(upstreams.map((upstream) => upstream.close()));
    },
  };
}

/** The servers that support the request, the least busy first. Throws the first server's error if none does. */
function accepting(servers: readonly Upstream[], request: ChatRequest): [Upstream, ...Upstream[]] {
  const refusals = servers.map(({ config }) => refusalBy(config, request));
  const [first, ...others] = servers
    .filter((_, index) => refusals[index] === undefined)
    .toSorted((one, other) => one.inFlight - other.inFlight);
  if (!first) throw refusals[0] ?? unknownModel(request.model, true);
  return [first, ...others];
}

function unknownModel(model: string, hasServers: boolean): AppError {
  const message = hasServers
    ? `there is no model ${model}; GET /v1/models lists the models`
    : `there is no model ${model}: no model server was found on this machine; start one, or set LOUPE_UPSTREAMS`;
  return new AppError("not_found", `model: ${message}`, { errors: [{ path: "model", message }] });
}
