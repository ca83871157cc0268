import { AppError } from "@/lib/contract/app-error";
import { REFS_BYTES } from "@/lib/contract/limits";
import { formatBytes } from "@/lib/format/number";
import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { Turns } from "@/lib/limit/turns";
import { readAnyRef, type Ref, type RefStep } from "@/lib/contract/refs";
import type { VersionKey } from "@/service/store/objects/objects-store";
import type { Store } from "@/service/store/store";
import type { RowKey } from "@/service/store/tables/tables-store";

/** Maximum number of refs followed in a row, since they may form a cycle. */
const HOPS = 16;

const NOTHING = new JsonText("null");

/** The state of a ref's resolution: the next read, the steps from there, and finally the value. */
interface Walk {
  ref: Ref | undefined;
  steps: readonly RefStep[];
  value: JsonText | undefined;
}

/**
 * The values of refs, in order; null if there is none. Refs along the way are followed within their project. Each value is
 * read and parsed once, however many refs lead into it, in as few queries as its size allows; `hold` reserves memory for
 * it. Throws `too_large` if the values that are read, or returned, have more than 64 MiB.
 */
export async function resolveRefs(store: RefStore, refs: readonly Ref[], hold: Hold): Promise<JsonText[]> {
  const reading = new Reading(hold);
  const walks = refs.map((ref): Walk => ({ ref, steps: ref.path, value: undefined }));
  for (let hop = 0; hop < HOPS; hop += 1) {
    const waiting = walks.filter(({ ref }) => ref !== undefined);
    if (waiting.length === 0) break;
    for (const group of grouped(waiting)) await readGroup(store, group, reading);
  }
  let chars = 0;
  for (const { value } of walks) chars += value?.text.length ?? 0;
  if (chars > REFS_BYTES) throw tooLarge();
  return walks.map(({ ref, value }) => (ref ? NOTHING : (value ?? NOTHING)));
}

type RefStore = Pick<Store, "readObjectValues" | "readTableValues" | "readCall">;

/** Reserves memory, in bytes. */
type Hold = (bytes: number) => void | Promise<void>;

/** Values that are read at once while nothing is known of their size, most of them, and bytes that they should have. */
const FIRST_READ = 4;
const MOST_READ = 256;
const READ_BYTES = 8 * 2 ** 20;

/** What one request has read. */
class Reading {
  readonly #hold: Hold;
  #bytes = 0;
  #largest = 0;
  readonly turns = new Turns();

  constructor(hold: Hold) {
    this.#hold = hold;
  }

  /** Reads values in batches that are small if the values are large. */
  async each<Key>(
    keys: readonly Key[],
    read: (some: readonly Key[]) => Promise<readonly (JsonText | undefined)[]>,
  ): Promise<(JsonNode | undefined)[]> {
    const nodes: (JsonNode | undefined)[] = [];
    while (nodes.length < keys.length) {
      const count =
        this.#largest === 0 && nodes.length === 0 ? FIRST_READ : Math.floor(READ_BYTES / (this.#largest + 1));
      const some = keys.slice(nodes.length, nodes.length + Math.min(MOST_READ, Math.max(1, count)));
      for (const value of await read(some)) {
        const bytes = value?.text.length ?? 0;
        this.#bytes += bytes;
        this.#largest = Math.max(this.#largest, bytes);
        if (this.#bytes > REFS_BYTES) throw tooLarge();
        await this.#hold(bytes);
        nodes.push(value && JsonNode.parse(value));
      }
    }
    return nodes;
  }
}

function tooLarge(): AppError {
  const most = formatBytes(REFS_BYTES);
  return new AppError("too_large", `The values of the refs have more than ${most}; request fewer of them at once`);
}

/** Resolutions whose next read is one query: of the same project and kind, and of the same table. */
function grouped(walks: readonly Walk[]): Walk[][] {
  const groups = new Map<string, Walk[]>();
  for (const walk of walks) {
    if (!walk.ref) continue;
    const { entity, project, kind } = walk.ref;
    const source = kind === "object" || kind === "op" ? "object" : kind;
    const key = JSON.stringify([entity, project, source, walk.ref.kind === "table" && walk.ref.digest]);
    groups.set(key, [...(groups.get(key) ?? []), walk]);
  }
  return [...groups.values()];
}

async function readGroup(store: RefStore, walks: readonly Walk[], reading: Reading): Promise<void> {
  const [first] = walks;
  if (!first?.ref) return;
  const projectId = `${first.ref.entity}/${first.ref.project}`;
  const keys = walks.map(({ ref, steps }) => (ref ? keyOf(ref, steps) : undefined));
  const names = keys.map((key) => key && JSON.stringify(key));
  const distinct = new Map(
    keys.flatMap((key, place): [string, ValueKey][] => (key ? [[names[place] ?? "", key]] : [])),
  );
  const nodes = await reading.each([...distinct.values()], readerOf(store, projectId, first.ref));
  const places = new Map([...distinct.keys()].map((name, place) => [name, place]));
  for (const [place, walk] of walks.entries()) {
    // The first step into a table selects the row.
    if (walk.ref?.kind === "table") walk.steps = walk.steps.slice(1);
    proceed(walk, projectId, nodes[places.get(names[place] ?? "") ?? -1]);
    const turn = reading.turns.after();
    if (turn) await turn;
  }
}

/** What a value is read by, within a group. */
type ValueKey = { object: VersionKey } | { call: string } | { row: RowKey };

function keyOf(ref: Ref, [step]: readonly RefStep[]): ValueKey | undefined {
  if (ref.kind === "object" || ref.kind === "op")
    return { object: { object_id: ref.name, digest: ref.digest, kind: ref.kind } };
  if (ref.kind === "call") return { call: ref.id };
  const row = ref.kind === "table" ? rowKey(step) : undefined;
  // A thread has no value of its own.
  return row && { row };
}

/** Reads values of a group, by their keys. */
function readerOf(
  store: RefStore,
  projectId: string,
  ref: Ref,
): (keys: readonly ValueKey[]) => Promise<(JsonText | undefined)[]> {
  if (ref.kind === "table")
    return async (keys) =>
      store.readTableValues(
        projectId,
        ref.digest,
        keys.flatMap((key) => ("row" in key ? [key.row] : [])),
      );
  if (ref.kind === "call")
    return async (keys) =>
      Promise.all(keys.map(async (key) => ("call" in key ? readCall(store, projectId, key.call) : undefined)));
  return async (keys) =>
    store.readObjectValues(
      projectId,
      keys.flatMap((key) => ("object" in key ? [key.object] : [])),
    );
}

async function readCall(store: RefStore, projectId: string, id: string): Promise<JsonText | undefined> {
  const call = await store.readCall(projectId, id, { storageSize: false, totalStorageSize: false });
  return call && toJsonText(call);
}

function rowKey(step: RefStep | undefined): RowKey | undefined {
  if (step?.edge === "id") return { digest: step.value };
  return step?.edge === "index" ? { index: Number(step.value) } : undefined;
}

/** Follows the steps through the value until the end, a missing value, or a ref, where the remaining steps continue. */
function proceed(walk: Walk, projectId: string, value: JsonNode | undefined): void {
  let node = value;
  walk.ref = undefined;
  for (const [place, step] of walk.steps.entries()) {
    const next = node?.kind === "string" ? refWithin(projectId, node.string() ?? "") : undefined;
    if (next) {
      walk.ref = next;
      walk.steps = [...next.path, ...walk.steps.slice(place)];
      return;
    }
    node = node && follow(node, step);
  }
  walk.value = node && new JsonText(node.raw);
}

function follow(node: JsonNode, { edge, value }: RefStep): JsonNode | undefined {
  if (edge === "attr" || edge === "key") return node.get(value);
  return edge === "index" ? node.item(Number(value)) : undefined;
}

/** The ref in a string, in the project of the value. */
function refWithin(projectId: string, text: string): Ref | undefined {
  const ref = readAnyRef(text);
  return ref && `${ref.entity}/${ref.project}` === projectId ? ref : undefined;
}
