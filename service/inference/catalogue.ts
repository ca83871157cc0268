import * as z from "zod";
import type { ModelEntry } from "@/lib/contract/models";
import { name } from "@/lib/contract/primitives";
import { projectOfServed } from "@/lib/contract/trained-names";
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
  parent: z.string().min(1).optional().catch(undefined),
  max_model_len: tokens,
  /** Where llama.cpp reports the context length. */
  meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
});
type Listed = z.infer<typeof listed>;
const listOfModels = z.object({ data: z.array(z.unknown()) });

type KnownServer = { models: ReadonlyMap<string, Listed>; answers: boolean; isRead: boolean };

/** What is known of a server: whether it responded last, and how many of its models can be used. */
export type ServerState = { upstream: Upstream; responds?: boolean; modelCount: number };

/**
 * The models of all servers: each server's list as last read, and which servers have a model. Models of a server that
 * does not respond are no longer listed, but the server is still considered to have them.
 */
export class Catalogue {
  /** In the order in which their models are listed. */
  #known = new Map<Upstream, KnownServer>();
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Lists of servers that were added since all lists were read. */
  readonly #added = new Set<Promise<void>>();

  constructor(upstreams: readonly Upstream[]) {
    this.#known = new Map(upstreams.map((upstream) => [upstream, unread(upstream)]));
  }

  /** Whether the lists have been read at least once. */
  get isRead(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY;
  }

  /** Replaces the servers; those that are known keep their lists, and those of others are read. */
  replace(upstreams: readonly Upstream[]): void {
    const before = this.#known;
    this.#known = new Map(upstreams.map((upstream) => [upstream, before.get(upstream) ?? unread(upstream)]));
    for (const upstream of upstreams) {
      if (before.has(upstream)) continue;
      const reading = this.#readOne(upstream).finally(() => this.#added.delete(reading));
      this.#added.add(reading);
    }
  }

  /**
   * Reads every server's list, unless the last reading is younger than `maxAgeMs`. Concurrent calls share one reading.
   */
  async refresh(maxAgeMs = 0): Promise<void> {
    if (this.#added.size > 0) await Promise.all(this.#added);
    if (performance.now() - this.#readAt < maxAgeMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      this.#readAt = performance.now();
    });
    await this.#reading;
  }

  /** The models that a project may use of the servers that responded, each once, in the order of the servers. */
  list(project: string): ModelEntry[] {
    const entries = new Map<string, ModelEntry>();
    for (const [upstream, { models, answers }] of this.#for(project)) {
      if (!answers) continue;
      for (const [id, listing] of models) {
        // Names of other projects' checkpoints are not for everybody.
        if ((projectOfServed(id) ?? project) !== project) continue;
        const known = entries.get(id);
        if (known) known.upstreams?.push(upstream.name);
        else entries.set(id, entryOf(listing, upstream.name));
      }
    }
    return [...entries.values()];
  }

  /** The servers that have a model for a project: those that responded to the last request, or all if none did. */
  serving(model: string, project: string): Upstream[] {
    const all = this.#for(project).filter(([, { models }]) => models.has(model));
    const answering = all.filter(([, { answers }]) => answers);
    return (answering.length > 0 ? answering : all).map(([upstream]) => upstream);
  }

  /** The servers that a project may use and that did not respond to the last request. */
  unreachable(project: string): Upstream[] {
    return this.#for(project).flatMap(([upstream, { answers }]) => (answers ? [] : [upstream]));
  }

  states(): ServerState[] {
    return [...this.#known].map(([upstream, { models, answers, isRead }]) => ({
      upstream,
      ...(isRead && { responds: answers }),
      modelCount: answers ? models.size : 0,
    }));
  }

  #for(project: string): [Upstream, KnownServer][] {
    return [...this.#known].filter(([upstream]) => upstream.isFor(project));
  }

  async #read(): Promise<void> {
    // Each list is stored as it arrives: a server that hangs does not delay the others.
    await Promise.all([...this.#known.keys()].map(async (upstream) => this.#readOne(upstream)));
  }

  async #readOne(upstream: Upstream): Promise<void> {
    const before = this.#known.get(upstream) ?? unread(upstream);
    const after = await readAgain(upstream, before);
    // It may have been removed.
    if (this.#known.has(upstream)) this.#known.set(upstream, after);
  }
}

const unread = (upstream: Upstream): KnownServer => ({ models: declared(upstream), answers: false, isRead: false });

function entryOf({ id, created, owned_by, root, parent, max_model_len, meta }: Listed, server: string): ModelEntry {
  return {
    id,
    object: "model",
    created,
    owned_by: owned_by ?? server,
    root: root ?? id,
    ...(parent !== undefined && { parent }),
    upstreams: [server],
    max_model_len: max_model_len ?? meta?.n_ctx,
  };
}

async function readAgain(upstream: Upstream, { models }: KnownServer): Promise<KnownServer> {
  const found = await askModels(upstream);
  if (found === undefined) return { models, answers: false, isRead: true };
  const byId = new Map(found.map((entry) => [entry.id, entry]));
  const configured = upstream.config.models?.map((id): [string, Listed] => [id, byId.get(id) ?? { id, created: 0 }]);
  return { models: configured ? new Map(configured) : byId, answers: true, isRead: true };
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

/** The models in a list, as a server writes it; undefined if it is none. */
export function readList(text: string): Listed[] | undefined {
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
