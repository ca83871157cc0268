import * as z from "zod";
import type { ModelEntry } from "@/lib/contract/models";
import { name } from "@/lib/contract/primitives";
import { readUpTo } from "./read-body";
import type { Upstream } from "./upstream";

const LIST_TIMEOUT_MS = 3_000;
const LIST_BYTES = 8 * 2 ** 20;
const OK = 200;

const tokens = z.int().positive().optional().catch(undefined);

/** A model as servers list it: everything but the id may be missing, null or invalid. */
const listed = z.object({
  id: name,
  created: z.int().catch(0),
  owned_by: z.string().min(1).optional().catch(undefined),
  root: z.string().min(1).optional().catch(undefined),
  max_model_len: tokens,
  /** Where llama.cpp reports the context length. */
  meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
});
type Listed = z.infer<typeof listed>;
const listOfModels = z.object({ data: z.array(z.unknown()) });

type KnownServer = { upstream: Upstream; models: ReadonlyMap<string, Listed>; answers: boolean };

/**
 * The models of all servers: each server's list as last read, and which servers have a model. Models of a server that
 * does not respond are no longer listed, but the server is still considered to have them.
 */
export class Catalogue {
  readonly #known: KnownServer[];
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(upstreams: readonly Upstream[]) {
    this.#known = upstreams.map((upstream) => ({ upstream, models: declared(upstream), answers: false }));
  }

  /** Whether the lists have been read at least once. */
  get isRead(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY;
  }

  /**
   * Reads every server's list, unless the last reading is younger than `maxAgeMs`. Concurrent calls share one reading.
   */
  async refresh(maxAgeMs = 0): Promise<void> {
    if (performance.now() - this.#readAt < maxAgeMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      this.#readAt = performance.now();
    });
    await this.#reading;
  }

  /** The models of the servers that responded, each once, in the order of the servers. */
  list(): ModelEntry[] {
    const entries = new Map<string, ModelEntry>();
    for (const { upstream, models } of this.#known.filter(({ answers }) => answers)) {
      for (const [id, listing] of models) {
        const known = entries.get(id);
        if (known) known.upstreams?.push(upstream.name);
        else entries.set(id, entryOf(listing, upstream.name));
      }
    }
    return [...entries.values()];
  }

  /** The servers that have a model: those that responded to the last request, or all if none did. */
  serving(model: string): Upstream[] {
    const all = this.#known.filter(({ models }) => models.has(model));
    const answering = all.filter(({ answers }) => answers);
    return (answering.length > 0 ? answering : all).map(({ upstream }) => upstream);
  }

  /** Names of the servers that did not respond to the last request. */
  unreachable(): string[] {
    return this.#known.filter(({ answers }) => !answers).map(({ upstream }) => upstream.name);
  }

  async #read(): Promise<void> {
    // Each list is stored as it arrives: a server that hangs does not delay the others.
    const read = async (known: KnownServer, place: number) => void (this.#known[place] = await readAgain(known));
    await Promise.all(this.#known.map(read));
  }
}

function entryOf({ id, created, owned_by, root, max_model_len, meta }: Listed, server: string): ModelEntry {
  return {
    id,
    object: "model",
    created,
    owned_by: owned_by ?? server,
    root: root ?? id,
    upstreams: [server],
    max_model_len: max_model_len ?? meta?.n_ctx,
  };
}

async function readAgain({ upstream, models }: KnownServer): Promise<KnownServer> {
  const found = await askModels(upstream);
  if (found === undefined) return { upstream, models, answers: false };
  const configured = upstream.config.models;
  if (configured === undefined)
    return { upstream, models: new Map(found.map((entry) => [entry.id, entry])), answers: true };
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  return { upstream, models: new Map(configured.map((id) => [id, byId.get(id) ?? { id, created: 0 }])), answers: true };
}

/** The models that a server lists; undefined if it does not respond, or returns no list and none is configured. */
async function askModels(upstream: Upstream): Promise<Listed[] | undefined> {
  const answer = upstream.ask({ method: "GET", path: "/models" });
  const timer = setTimeout(() => answer.abort(new Error("Listing the models took too long")), LIST_TIMEOUT_MS);
  try {
    const { status } = await answer.head;
    const { bytes, rest } = await readUpTo(answer, LIST_BYTES);
    if (rest) answer.abort(new Error("The list of models is too large"));
    const list = status === OK && !rest ? readList(new TextDecoder().decode(bytes)) : undefined;
    return list ?? (upstream.config.models ? [] : undefined);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function readList(text: string): Listed[] | undefined {
  try {
    const list = listOfModels.safeParse(JSON.parse(text));
    return list.data?.data.flatMap((entry) => listed.safeParse(entry).data ?? []);
  } catch {
    return undefined;
  }
}

function declared({ config }: Upstream): ReadonlyMap<string, Listed> {
  return new Map((config.models ?? []).map((id) => [id, { id, created: 0 }]));
}
