import { JsonText } from "@/lib/json/text";
import { inTurns, nextTurn } from "@/lib/limit/turns";
import type { FieldValue } from "@/lib/masking/mask-fields";
import type { Database } from "@/service/store/connections/database";
import { masksOf } from "./project-masks";

/** How items of one kind are masked. */
export interface MaskedForm<Item> {
  projectOf(item: Item): string;
  /** The values of an item that may have to be masked. */
  valuesOf(item: Item): FieldValue[];
  /** The item with its values masked, which are in the same order. */
  withValues(item: Item, masked: readonly (string | JsonText)[]): Item;
}

/** Characters that are masked at once: to limit the time of patterns costs as much as to search about so many for one. */
const PORTION_CHARS = 256 * 1024;

type Portion<Item> = { projectId: string; chars: number; items: { item: Item; values: FieldValue[] }[] };

/** The items as they may be stored, in the same order. Rejects if the rules of a project cannot be read. */
export async function maskItems<Item>(
  database: Database,
  items: readonly Item[],
  form: MaskedForm<Item>,
): Promise<readonly Item[]> {
  const masks = await masksOf(database, new Set(items.map((item) => form.projectOf(item))));
  if (masks.size === 0) return items;
  const masked: Item[] = [];
  for (const { projectId, items: inPortion } of portionsOf(items, form)) {
    const mask = masks.get(projectId);
    const values = mask && (await inTurns(mask(inPortion.flatMap((one) => one.values))));
    let from = 0;
    for (const one of inPortion) {
      const own = values?.slice(from, from + one.values.length);
      masked.push(own ? form.withValues(one.item, own) : one.item);
      from += one.values.length;
    }
    // A large batch must not block other requests until it is masked.
    await nextTurn();
  }
  return masked;
}

/** Successive items of one project, until they are long enough. */
function* portionsOf<Item>(items: readonly Item[], form: MaskedForm<Item>): Generator<Portion<Item>> {
  let portion: Portion<Item> | undefined;
  for (const item of items) {
    const projectId = form.projectOf(item);
    if (portion && (portion.projectId !== projectId || portion.chars > PORTION_CHARS)) {
      yield portion;
      portion = undefined;
    }
    portion ??= { projectId, chars: 0, items: [] };
    const values = form.valuesOf(item);
    portion.items.push({ item, values });
    for (const { value } of values) portion.chars += (value instanceof JsonText ? value.text : value).length;
  }
  if (portion) yield portion;
}
