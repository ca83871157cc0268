import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@/lib/contract/app-error";
import type { ChatRequest } from "@/lib/contract/chat";
import type { ModelEntry } from "@/lib/contract/models";
import { projectOfServed } from "@/lib/contract/trained-names";
import { ANSWER_TIMEOUTS, type AnswerTimeouts } from "./attempt";
import type { Leave } from "@/service/store/connections/fair-queue";
import { Catalogue, type ServerState } from "./catalogue";
import { type ChatAnswer, exchange } from "./exchange";
import { type SharedPlaces, ownPlaces } from "./places";
import { refusalBy } from "./refusals";
import { bodyFor } from "./request-body";
import { type StoredOptions, StoredUpstreams } from "./stored-upstreams";
import { Unanswered, Upstream } from "./upstream";
import { type UpstreamConfig, isSameLocal } from "./upstream-config";
import type { WatchModelRequest } from "./watch";

const REFRESH_MS = 15_000;
/** A list of models younger than this is not read again. */
const FRESH_MS = 2_000;
/** Once lists have been read, a server that does not respond delays an answer by at most this. */
const LIST_WAIT_MS = 300;
const OK = 200;
const NOT_FOUND = 404;
/** Statuses after which another server is tried. */
const RETRIED = [401, NOT_FOUND, 429, 500, 502, 503, 504];

/** How often changes of stored servers are looked for. */
const STORED_MS = 1_000;

/** A request for a completion: its validated value, and its text, which is forwarded. */
type ChatCall = {
  request: ChatRequest;
  text: string;
  /** The project that it is for, which must be one that may use the server. */
  project: string;
  requestId: string;
  /** Aborts when the caller disconnects. */
  caller: AbortSignal;
};

/** Answers chat completions with model servers. */
export type Inference = {
  /** The models that can be called now for a project. */
  listModels(project: string): Promise<ModelEntry[]>;
  /** Why a model cannot be called for a project; undefined if a server has it, or may have it once it responds again. */
  missingModel(model: string, project: string): Promise<string | undefined>;
  /**
   * Tries a server that has the model, and a second one that has a free place if the first does not respond or returns an
   * error before its first byte. Throws `not_found` for a model that is unknown or not for the project, `invalid` if no server supports
   * the request, `too_many_requests` if too many wait for the server, `bad_gateway` and `gateway_timeout`.
   */
  complete(call: ChatCall): Promise<ChatAnswer>;
  /** All servers that are used. */
  servers(): ServerState[];
  close(): Promise<void>;
};

export type InferenceOptions = {
  upstreams: readonly UpstreamConfig[];
  /** Whether the servers are detected instead of configured: a missing one is then not an error. */
  areGuesses?: boolean;
  /** The servers that admins add; they take effect within two seconds. */
  stored?: StoredOptions;
  /** Where requests wait for servers with limits, if other processes send to them too. */
  places?: SharedPlaces;
  timeouts?: AnswerTimeouts;
  /** Counts the requests to servers by outcome. */
  count?: (labels: { upstream: string; outcome: "answered" | "refused" | "failed" | "left" }) => void;
  /** Is told of each request to a server. */
  watch?: WatchModelRequest;
};

/** A place at a server for one request. */
type Entered = { upstream: Upstream; leave: Leave };

/** Puts the model servers behind one interface. Connects when needed, and refreshes their models in the background. */
export function openInference(options: InferenceOptions): Inference {
  const { upstreams: configs, areGuesses, timeouts = ANSWER_TIMEOUTS, count = () => {} } = options;
  const { places = ownPlaces(), watch } = options;
  const source = areGuesses ? "detected" : "environment";
  const fixed = configs.map((config) => new Upstream(config, { source, places }));
  const catalogue = new Catalogue(fixed);
  const stored = options.stored && new StoredUpstreams({ ...options.stored, places, onChange: replaceStored });
  const timers = [setInterval(() => void catalogue.refresh(), REFRESH_MS)];
  if (stored) timers.push(setInterval(() => void stored.refresh(), STORED_MS));
  for (const timer of timers) timer.unref();
  void stored?.refresh();
  void catalogue.refresh();

  function replaceStored(): void {
    const added = stored?.current ?? [];
    const isReplaced = (one: Upstream) => one.source === "detected" && added.some((other) => replaces(other, one));
    catalogue.replace([...fixed.filter((one) => !isReplaced(one)), ...added]);
  }

  /** Throws if no server has the model for the project. */
  async function requireServer(model: string, project: string): Promise<void> {
    const isServed = () => catalogue.serving(model, project).length > 0;
    if (isServed()) return;
    await stored?.ensureRead();
    // A server may have been added a moment ago, also by another process.
    await stored?.refresh();
    // A checkpoint may have been loaded since the lists were read.
    await catalogue.refresh(projectOfServed(model) === undefined ? FRESH_MS : 0);
    if (isServed()) return;
    const unreachable = catalogue.unreachable(project).filter((upstream) => upstream.source !== "detected");
    const hasServers = !areGuesses || unreachable.length > 0 || catalogue.list(project).length > 0;
    if (unreachable.length === 0) throw unknownModel(model, hasServers);
    throw new AppError(
      "bad_gateway",
      `No reachable model server serves ${model}; unreachable servers: ${unreachable.map(({ name }) => name).join(", ")}. Start one, or correct its base_url.`,
    );
  }

  /** Waits for a place at the best server. */
  async function enter(call: ChatCall): Promise<Entered> {
    const { request, project, caller } = call;
    for (;;) {
      await requireServer(request.model, project);
      const upstream = accepting(catalogue.serving(request.model, project), request);
      const leave = await upstream.take(project, caller);
      if (!upstream.isRetired) return { upstream, leave };
      leave();
    }
  }

  /** Takes a free place at another server than the first; undefined if there is none, since its failure is known. */
  async function enterAnother({ request, project, caller }: ChatCall, first: Upstream): Promise<Entered | undefined> {
    const others = catalogue.serving(request.model, project).filter(({ name }) => name !== first.name);
    for (const upstream of accepted(others, request)) {
      const leave = await upstream.take(project, caller, { now: true }).catch(() => undefined);
      if (leave && !upstream.isRetired) return { upstream, leave };
      leave?.();
    }
    return undefined;
  }

  async function send(
    { upstream, leave }: Entered,
    { request, text, requestId, caller }: ChatCall,
  ): Promise<ChatAnswer> {
    const headers = { "content-type": "application/json", "x-request-id": requestId };
    const { base_url: baseUrl } = upstream.config;
    const watched = watch?.({ server: upstream.name, baseUrl, model: request.model });
    const end = () => {
      leave();
      watched?.end();
    };
    const sent = { body: bodyFor(upstream.config, request, text, requestId), headers, leave: end };
    try {
      const answer = await exchange(upstream, sent, caller, timeouts);
      watched?.answered(answer.kind === "error" ? answer.upstreamStatus : OK);
      count({ upstream: upstream.name, outcome: answer.kind === "error" ? "refused" : "answered" });
      // The server may have another model by now.
      if (answer.kind === "error" && answer.upstreamStatus === NOT_FOUND) void catalogue.refresh(FRESH_MS);
      return answer;
    } catch (error) {
      watched?.failed(error);
      count({ upstream: upstream.name, outcome: caller.aborted ? "left" : "failed" });
      if (!caller.aborted) void catalogue.refresh(FRESH_MS);
      throw error;
    }
  }

  return {
    async listModels(project) {
      await stored?.ensureRead().catch(() => undefined);
      const reading = catalogue.refresh(FRESH_MS);
      await (catalogue.isRead ? Promise.race([reading, pause(LIST_WAIT_MS)]) : reading);
      return catalogue.list(project);
    },
    async missingModel(model, project) {
      try {
        await requireServer(model, project);
        return undefined;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error.code === "not_found" ? error.errors?.[0]?.message : undefined;
      }
    },
    async complete(call) {
      const first = await enter(call);
      const trying = send(first, call);
      const failed = await trying.then(
        (answer) => answer.kind === "error" && RETRIED.includes(answer.upstreamStatus),
        (error: unknown) => error instanceof Unanswered,
      );
      const second = failed ? await enterAnother(call, first.upstream) : undefined;
      return second ? send(second, call) : trying;
    },
    servers: () => catalogue.states(),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([...fixed.map((upstream) => upstream.close()), stored?.close()]);
    },
  };
}

/** Whether a server that was added stands for a detected one. */
function replaces(added: Upstream, detected: Upstream): boolean {
  return added.name === detected.name || isSameLocal(added.config.base_url, detected.config.base_url);
}

/** The servers that support the request, the least busy first; those with a free place before others. */
function accepted(servers: readonly Upstream[], request: ChatRequest): Upstream[] {
  return servers
    .filter(({ config }) => refusalBy(config, request) === undefined)
    .toSorted((one, other) => Number(one.isFull) - Number(other.isFull) || one.load - other.load);
}

/** The best server that supports the request. Throws the first server's error if none does. */
function accepting(servers: readonly Upstream[], request: ChatRequest): Upstream {
  const [best] = accepted(servers, request);
  if (best) return best;
  const [refusal] = servers.map(({ config }) => refusalBy(config, request));
  throw refusal ?? unknownModel(request.model, true);
}

function unknownModel(model: string, hasServers: boolean): AppError {
  const message =
    projectOfServed(model) !== undefined
      ? `no model server has loaded the checkpoint ${model}; start loupe-serve, or load it into vLLM`
      : hasServers
        ? `there is no model ${model}; GET /v1/models lists the models`
        : `there is no model ${model}: no model server was found on this machine; start one, or add one in Settings`;
  return new AppError("not_found", `model: ${message}`, { errors: [{ path: "model", message }] });
}
