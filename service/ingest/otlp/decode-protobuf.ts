import { Reader } from "protobufjs/minimal.js";
import type { JsonText } from "@/lib/json/text";
import { ExportBudget } from "./budget";
import type { Message, Wire } from "./fields";
import { doubleText } from "./number-text";

const FIELD_BITS = 3;
const WIRE_TYPE_MASK = 0b111;
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/** Reads a request in protobuf. Throws when the bytes are not such a message, and `too_large`. */
export function decodeProtobuf<T>(body: Uint8Array, request: Message<T>, into: T): T {
  new ProtobufWire(body).request(request, into);
  return into;
}

class ProtobufWire implements Wire {
  readonly #reader: Reader;
  readonly #budget = new ExportBudget();
  /** Of the field under the cursor. */
  #wireType = 0;

  constructor(body: Uint8Array) {
    this.#reader = Reader.create(body);
  }

  request<T>(request: Message<T>, into: T): void {
    this.#fields(this.#reader.len, request, into);
  }

  message<T>(message: Message<T>, into: T): void {
    if (message.countsAsSpan) this.#budget.span();
    this.#budget.part();
    const reader = this.#expect(BYTES);
    const length = reader.uint32();
    this.#fields(reader.pos + length, message, into);
  }

  #fields<T>(end: number, { byNumber }: Message<T>, into: T): void {
    const reader = this.#reader;
    if (end > reader.len) throw new RangeError("A message is longer than its container");
    while (reader.pos < end) {
      const tag = reader.uint32();
      this.#wireType = tag & WIRE_TYPE_MASK;
      const read = byNumber[tag >>> FIELD_BITS];
      if (read) read(this, into);
      else reader.skipType(this.#wireType);
    }
    if (reader.pos !== end) throw new RangeError("A field is longer than its container");
  }

  skip(): void {
    this.#reader.skipType(this.#wireType);
  }

  /** The reader, if the field is of the type that the schema gives it. */
  #expect(wireType: number): Reader {
    if (this.#wireType !== wireType) throw new RangeError(`A field has wire type ${this.#wireType}`);
    return this.#reader;
  }

  string(): string {
    return this.#expect(BYTES).string();
  }

  hex(): string {
    return this.#bytes().toString("hex");
  }

  base64(): string {
    return this.#bytes().toString("base64");
  }

  #bytes(): Buffer {
    const { buffer, byteOffset, length } = this.#expect(BYTES).bytes();
    return Buffer.from(buffer, byteOffset, length);
  }

  boolean(): boolean {
    return this.#expect(VARINT).bool();
  }

  int64(): bigint {
    const { high, low } = this.#expect(VARINT).int64();
    return (BigInt(high) << 32n) | BigInt(low >>> 0);
  }

  uint32(): number {
    return this.#expect(VARINT).uint32();
  }

  enumeration(): number {
    return this.#expect(VARINT).int32();
  }

  fixed64(): bigint {
    const reader = this.#expect(FIXED64);
    const low = BigInt(reader.fixed32());
    return (BigInt(reader.fixed32()) << 32n) | low;
  }

  double(): JsonText | string {
    return doubleText(this.#expect(FIXED64).double());
  }
}
