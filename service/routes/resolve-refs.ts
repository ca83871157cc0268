import { JsonNode } from "@/lib/json/node";
import { JsonText, toJsonText } from "@/lib/json/text";
import { readAnyRef, type Ref, type RefStep } from "@/lib/contract/refs";
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
 * The values of refs, in order; null if there is none. Refs along the way are followed within their project. Reads are
 * combined into one query where possible.
 */
export async function resolveRefs(store: Store, refs: readonly Ref[]): Promise<JsonText[]> {
  const walks = refs.map((ref): Walk => ({ ref, steps: ref.path, value: undefined }));
  for (let hop = 0; hop < HOPS; hop += 1) {
    const waiting = walks.filter(({ ref }) => ref !== undefined);
    if (waiting.length === 0) break;
    for (const group of grouped(waiting)) await readGroup(store, group);
  }
  return walks.map(({ ref, value }) => (ref ? NOTHING : (value ?? NOTHING)));
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

async function readGroup(store: Store, walks: readonly Walk[]): Promise<void> {
  const [first] = walks;
  if (!first?.ref) return;
  const projectId = `${first.ref.entity}/${first.ref.project}`;
  const values = await readValues(store, projectId, walks);
  for (const [place, walk] of walks.entries()) proceed(walk, projectId, values[place]);
}

async function readValues(store: Store, projectId: string, walks: readonly Walk[]): Promise<(JsonText | undefined)[]> {
  const ref = walks[0]?.ref;
  if (ref?.kind === "table") return readRows(store, projectId, ref.digest, walks);
  // A thread has no value of its own.
  if (ref?.kind === "thread") return [];
  if (ref?.kind === "call") return Promise.all(walks.map((walk) => readCall(store, projectId, walk)));
  const keys = walks.flatMap(({ ref: version }) =>
    version?.kind === "object" || version?.kind === "op"
      ? [{ object_id: version.name, digest: version.digest, kind: version.kind }]
      : [],
  );
  return store.readObjectValues(projectId, keys);
}

async function readCall(store: Store, projectId: string, { ref }: Walk): Promise<JsonText | undefined> {
  if (ref?.kind !== "call") return undefined;
  const call = await store.readCall(projectId, ref.id, { storageSize: false, totalStorageSize: false });
  return call && toJsonText(call);
}

/** The first step into a table selects the row. */
async function readRows(
  store: Store,
  projectId: string,
  digest: string,
  walks: readonly Walk[],
): Promise<(JsonText | undefined)[]> {
  const keys = walks.map(({ steps: [step] }) => rowKey(step));
  const known = keys.filter((key) => key !== undefined);
  const values = await store.readTableValues(projectId, digest, known);
  for (const walk of walks) walk.steps = walk.steps.slice(1);
  return keys.map((key) => (key ? values[known.indexOf(key)] : undefined));
}

function rowKey(step: RefStep | undefined): RowKey | undefined {
  if (step?.edge === "id") return { digest: step.value };
  return step?.edge === "index" ? { index: Number(step.value) } : undefined;
}

/** Follows the steps through the value until the end, a missing value, or a ref, where the remaining steps continue. */
function proceed(walk: Walk, projectId: string, value: JsonText | undefined): void {
  let node = value && JsonNode.parse(value);
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
