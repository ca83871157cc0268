import { OTLP_VALUE_DEPTH } from "@/lib/contract/limits";
import { JsonText } from "@/lib/json/text";
import type { AnyValue, Attributes } from "./any-value";
import { type Field, field, Message, repeated, string, type Wire } from "./fields";

// The messages of opentelemetry-proto's `common.proto` and `resource.proto`, which all OTLP requests share.

/** Replaces values below the deepest level that is read. */
const TOO_DEEP = `[nested deeper than ${OTLP_VALUE_DEPTH} levels]`;

/** Replaces values of which nothing could be read. */
const MALFORMED = "[malformed value]";

/** A value that is read, and the number of lists around it. */
type ValueSlot = { value: AnyValue; depth: number };
type ListOf<Items> = { items: Items; depth: number };

/** Of a malformed resource or scope, what could be read is kept, such as the names of service and project. */
const onMalformed = () => undefined;

export const RESOURCE = new Message<{ attributes: Attributes }>(() => [attributes(1)], { onMalformed });

export const SCOPE = new Message<{ name: string; version: string }>(() => [string(1, "name"), string(2, "version")], {
  onMalformed,
});

const KEY_VALUE = new Message<ValueSlot & { key: string }>(() => [
  field(1, "key", (wire, pair) => {
    pair.key = wire.string();
  }),
  field(2, "value", (wire, pair) => wire.message(ANY_VALUE, pair)),
]);

const ANY_VALUE: Message<ValueSlot> = new Message<ValueSlot>(
  () => [
    field(1, "stringValue", (wire, slot) => {
      slot.value = wire.string();
    }),
    field(2, "boolValue", (wire, slot) => {
      slot.value = wire.boolean();
    }),
    field(3, "intValue", (wire, slot) => {
      slot.value = new JsonText(wire.int64().toString());
    }),
    field(4, "doubleValue", (wire, slot) => {
      slot.value = wire.double();
    }),
    field(5, "arrayValue", (wire, slot) => readItems(wire, ARRAY_VALUE, slot, [])),
    field(6, "kvlistValue", (wire, slot) => readItems(wire, KEY_VALUE_LIST, slot, new Map())),
    field(7, "bytesValue", (wire, slot) => {
      slot.value = wire.base64();
    }),
  ],
  { onMalformed: keepAsSent },
);

/** A value of another type than its field says is what was sent there; so is one without a field. */
function keepAsSent(slot: ValueSlot, _problem: string, sent: () => AnyValue | undefined): void {
  slot.value = sent() ?? MALFORMED;
}

const ARRAY_VALUE = new Message<ListOf<AnyValue[]>>(() => [
  repeated(1, "values", (wire, { items, depth }) => {
    const slot = { value: null, depth };
    wire.message(ANY_VALUE, slot);
    items.push(slot.value);
  }),
]);

const KEY_VALUE_LIST = new Message<ListOf<Attributes>>(() => [
  repeated(1, "values", (wire, { items, depth }) => readAttribute(wire, items, depth)),
]);

function readItems<T extends AnyValue[] | Attributes>(
  wire: Wire,
  list: Message<ListOf<T>>,
  slot: ValueSlot,
  items: T,
): void {
  if (slot.depth === OTLP_VALUE_DEPTH) {
    slot.value = TOO_DEEP;
    wire.skip();
  } else {
    slot.value = items;
    wire.message(list, { items, depth: slot.depth + 1 });
  }
}

function readAttribute(wire: Wire, into: Attributes, depth = 0): void {
  const pair = { key: "", value: null, depth };
  wire.message(KEY_VALUE, pair);
  into.set(pair.key, pair.value);
}

/** A value by itself, such as the body of a log record. */
export function readValue(wire: Wire): AnyValue {
  const slot: ValueSlot = { value: null, depth: 0 };
  wire.message(ANY_VALUE, slot);
  return slot.value;
}

export function attributes(number: number): Field<{ attributes: Attributes }> {
  return repeated(number, "attributes", (wire, into) => readAttribute(wire, into.attributes));
}
