import type { JsonText } from "@/lib/json/text";
import type { AnyValue } from "./any-value";

/** A body, or a part of one, that is not what its schema says. */
export class OtlpShapeError extends Error {
  override readonly name = "OtlpShapeError";

  constructor(
    message: string,
    /** What was sent instead of a value of the right type, if it can be read. */
    readonly sent?: AnyValue,
  ) {
    super(message);
  }
}

/**
 * One of OTLP's two encodings, at the value of a field. Each scalar method reads that value as one type; it throws when
 * the encoding has another type there.
 */
export interface Wire {
  string(): string;
  /** Bytes as lower-case hex: an id. */
  hex(): string;
  /** Bytes as base64. */
  base64(): string;
  boolean(): boolean;
  int64(): bigint;
  fixed64(): bigint;
  uint32(): number;
  /** JSON text with all digits; NaN and the infinities are strings. */
  double(): JsonText | string;
  /** The number of an enum's value; in JSON it may be one of these names, listed by their numbers. */
  enumeration(names: readonly string[]): number;
  message<T>(message: Message<T>, into: T): void;
  skip(): void;
}

type FieldReader<T> = (wire: Wire, into: T) => void;

/** A field of a message: its number in protobuf, its name in JSON, and how its value gets into what is decoded. */
export interface Field<T> {
  readonly number: number;
  readonly name: string;
  readonly read: FieldReader<T>;
  readonly isRepeated: boolean;
}

/** The fields of a message that are read; all others are skipped. */
export class Message<T> {
  readonly #fields: () => readonly Field<T>[];
  /** Whether it counts as one of the spans that an export may have. */
  readonly countsAsSpan: boolean;
  /**
   * Called for a message with a field of a wrong type, whose other fields have been read, with what is wrong and what
   * was sent in its place; without it, the message around it is wrong too.
   */
  readonly onMalformed: ((into: T, problem: string, sent: () => AnyValue | undefined) => void) | undefined;
  #byNumber: readonly (Field<T> | undefined)[] = [];
  #byName: ReadonlyMap<string, Field<T>> = new Map();

  /** The fields are given by a function, since messages may contain themselves. */
  constructor(
    fields: () => readonly Field<T>[],
    { countsAsSpan = false, onMalformed }: { countsAsSpan?: boolean; onMalformed?: Message<T>["onMalformed"] } = {},
  ) {
    this.#fields = fields;
    this.countsAsSpan = countsAsSpan;
    this.onMalformed = onMalformed;
  }

  /** The fields at their numbers in protobuf. */
  get byNumber(): readonly (Field<T> | undefined)[] {
    if (this.#byNumber.length === 0) this.#byNumber = atNumbers(this.#fields());
    return this.#byNumber;
  }

  get byName(): ReadonlyMap<string, Field<T>> {
    if (this.#byName.size === 0) this.#byName = new Map(this.#fields().map((field) => [field.name, field]));
    return this.#byName;
  }
}

function atNumbers<T>(fields: readonly Field<T>[]): (Field<T> | undefined)[] {
  const highest = Math.max(...fields.map(({ number }) => number));
  return Array.from({ length: highest + 1 }, (_, at) => fields.find(({ number }) => number === at));
}

export function field<T>(number: number, name: string, read: FieldReader<T>): Field<T> {
  return { number, name, read, isRepeated: false };
}

/** A field that may have several values; `read` is called at each. */
export function repeated<T>(number: number, name: string, read: FieldReader<T>): Field<T> {
  return { number, name, read, isRepeated: true };
}

// Fields whose value becomes the property `key`; `name` is given where OTLP's name is another.

export function string<K extends string>(number: number, key: K, name: string = key): Field<Record<K, string>> {
  return field(number, name, (wire, into) => {
    into[key] = wire.string();
  });
}

export function hex<K extends string>(number: number, key: K, name: string = key): Field<Record<K, string>> {
  return field(number, name, (wire, into) => {
    into[key] = wire.hex();
  });
}

export function fixed64<K extends string>(number: number, key: K, name: string = key): Field<Record<K, bigint>> {
  return field(number, name, (wire, into) => {
    into[key] = wire.fixed64();
  });
}

export function enumeration<K extends string>(
  number: number,
  key: K,
  names: readonly string[],
  name: string = key,
): Field<Record<K, number>> {
  return field(number, name, (wire, into) => {
    into[key] = wire.enumeration(names);
  });
}
