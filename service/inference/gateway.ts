import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import type { ModelEntry } from "@/lib/contract/models";
import { PATIENCE, type Patience } from "./attempt";
import { Catalogue } from "./catalogue";
import { type ChatAnswer, exchange } from "./exchange";
import { refusalBy } from "./refusals";
import { bodyFor } from "./request-body";
import { Unanswered, Upstream } from "./upstream";
import type { UpstreamConfig } from "./upstream-config";

const BACKGROUND_MS = 15_000;
/** A list of models younger than this is answered as it is. */
const FRESH_MS = 2_000;
/** A server that hangs holds nobody up longer who has been told before what there is. */
const LIST_PATIENCE_MS = 300;
const NOT_FOUND = 404;
/** Statuses with which another server may answer better. */
const RETRIED = [401, NOT_FOUND, 429, 500, 502, 503, 504];

/** A request for a completion: as it was checked, and its own text, which goes on. */
export type ChatCall = {
  request: ChatRequest;
  text: string;
  requestId: string;
  /** Aborts when the caller has left. */
  caller: AbortSignal;
};

/** What answers chat completions. */
export type Inference = {
  /** The models that can be called now. */
  listModels(): Promise<ModelEntry[]>;
  /**
   * Asks a server that has the model; once more another one, when the first does not answer, or refuses before its
   * first byte. Throws `not_found` for an unknown model, `invalid` where no server takes what is asked for,
   * `bad_gateway` and `gateway_timeout`.
   */
  complete(call: ChatCall): Promise<ChatAnswer>;
  close(): Promise<void>;
};

export type InferenceOptions = {
  upstreams: readonly UpstreamConfig[];
  /** Looked for rather than configured: one that is not there is nothing to speak of. */
  areGuesses?: boolean;
  patience?: Patience;
  /** Counts what became of each request to a server. */
  count?: (labels: { upstream: string; outcome: "answered" | "refused" | "failed" | "left" }) => void;
};

/** Model servers behind one seam. Connects when needed, and reads their models again in the background. */
export function openInference(options: InferenceOptions): Inference {
  const { upstreams: configs, areGuesses, patience = PATIENCE, count = () => {} } = options;
  const upstreams = configs.map((config) => new Upstream(config));
  const catalogue = new Catalogue(upstreams);
  const timer = setInterval(() => void catalogue.refresh(), BACKGROUND_MS);
  timer.unref();
  void catalogue.refresh();

  async function serversOf(model: string): Promise<Upstream[]> {
    const known = catalogue.serving(model);
    if (known.length > 0) return known;
    await catalogue.refresh(FRESH_MS);
    const found = catalogue.serving(model);
    if (found.length > 0) return found;
    const silent = areGuesses ? [] : catalogue.silent();
    if (silent.length === 0) throw unknownModel(model, !areGuesses || catalogue.list().length > 0);
    throw new AppError("bad_gateway", `No model server that answers has ${model}; silent: ${silent.join(", ")}`);
  }

  async function send(upstream: Upstream, { request, text, requestId, caller }: ChatCall): Promise<ChatAnswer> {
    const headers = { "content-type": "application/json", "x-request-id": requestId };
    const sent = { body: bodyFor(upstream.config, request, text, requestId), headers };
    try {
      const answer = await exchange(upstream, sent, caller, patience);
      count({ upstream: upstream.name, outcome: answer.kind === "error" ? "refused" : "answered" });
      // It may have another model by now.
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
      await (catalogue.isRead ? Promise.race([reading, pause(LIST_PATIENCE_MS)]) : reading);
      return catalogue.list();
    },
    async complete(call) {
      const servers = await serversOf(call.request.model);
      const [first, second] = willing(servers, call.request);
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

/** The servers that take the request, the least busy first. Throws what the first says against it when none does. */
function willing(servers: readonly Upstream[], request: ChatRequest): [Upstream, ...Upstream[]] {
  const refusals = servers.map(({ config }) => refusalBy(config, request));
  const [first, ...others] = servers
    .filter((_, index) => refusals[index] === undefined)
    .toSorted((one, other) => one.inFlight - other.inFlight);
  if (!first) throw refusals[0] ?? unknownModel(request.model, true);
  return [first, ...others];
}

function unknownModel(model: string, areSome: boolean): AppError {
  const message = areSome
    ? `there is no model ${model}; GET /v1/models lists what there is`
    : `there is no model ${model}: no model server was found on this machine; LOUPE_UPSTREAMS can name one`;
  return new AppError("not_found", `model: ${message}`, { errors: [{ path: "model", message }] });
}
