import * as z from "zod";
import type { ModelEntry } from "@/lib/contract/models";
import { name } from "@/lib/contract/primitives";
import { readUpTo } from "./read-body";
import type { Upstream } from "./upstream";

const LIST_PATIENCE_MS = 3_000;
const LIST_BYTES = 8 * 2 ** 20;
const OK = 200;

const tokens = z.int().positive().optional().catch(undefined);

/** What servers tell of a model: all but the id may be missing, null or odd. */
const listed = z.object({
  id: name,
  created: z.int().catch(0),
  owned_by: z.string().min(1).optional().catch(undefined),
  root: z.string().min(1).optional().catch(undefined),
  max_model_len: tokens,
  /** llama.cpp's place for it. */
  meta: z.object({ n_ctx: tokens }).optional().catch(undefined),
});
type Listed = z.infer<typeof listed>;
const listOfModels = z.object({ data: z.array(z.unknown()) });

type Known = { upstream: Upstream; models: ReadonlyMap<string, Listed>; answers: boolean };

/**
 * The models of all servers: each server's list as it was last read, and which servers have a model. A server that does
 * not answer is listed no more, but still known to have had its models.
 */
export class Catalogue {
  readonly #known: Known[];
  #reading: Promise<void> | undefined;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(upstreams: readonly Upstream[]) {
    this.#known = upstreams.map((upstream) => ({ upstream, models: declared(upstream), answers: false }));
  }

  /** Whether the lists have been read at all. */
  get isRead(): boolean {
    return this.#readAt !== Number.NEGATIVE_INFINITY;
  }

  /** Reads every server's list again, unless that is younger than `maxAgeMs`; those who ask meanwhile wait together. */
  async refresh(maxAgeMs = 0): Promise<void> {
    if (performance.now() - this.#readAt < maxAgeMs) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
      this.#readAt = performance.now();
    });
    await this.#reading;
  }

  /** The models of the servers that answer, each once, in the order of the servers. */
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

  /** The servers that have a model; only those that answered when last asked, as long as one did. */
  serving(model: string): Upstream[] {
    const all = this.#known.filter(({ models }) => models.has(model));
    const answering = all.filter(({ answers }) => answers);
    return (answering.length > 0 ? answering : all).map(({ upstream }) => upstream);
  }

  /** Names of the servers that did not answer when last asked. */
  silent(): string[] {
    return this.#known.filter(({ answers }) => !answers).map(({ upstream }) => upstream.name);
  }

  async #read(): Promise<void> {
    // Each as it comes: a server that hangs keeps no other's models waiting.
    const read = async (known: Known, place: number) => void (this.#known[place] = await readAgain(known));
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

async function readAgain({ upstream, models }: Known): Promise<Known> {
  const found = await askModels(upstream);
  if (found === undefined) return { upstream, models, answers: false };
  const wanted = upstream.config.models;
  if (wanted === undefined)
    return { upstream, models: new Map(found.map((entry) => [entry.id, entry])), answers: true };
  const told = new Map(found.map((entry) => [entry.id, entry]));
  return { upstream, models: new Map(wanted.map((id) => [id, told.get(id) ?? { id, created: 0 }])), answers: true };
}

/** What a server lists; undefined when it does not answer, or with no list though none is declared for it. */
async function askModels(upstream: Upstream): Promise<Listed[] | undefined> {
  const answer = upstream.ask({ method: "GET", path: "/models" });
  const timer = setTimeout(() => answer.abort(new Error("The list took too long")), LIST_PATIENCE_MS);
  try {
    const { status } = await answer.head;
    const { bytes, rest } = await readUpTo(answer, LIST_BYTES);
    if (rest) answer.abort(new Error("The list is too long"));
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
