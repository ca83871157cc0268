import { Reader } from "protobufjs/minimal.js";
import { AppError } from "@/lib/contract/app-error";
import { JsonText } from "@/lib/json/text";
import type { AnyValue } from "./any-value";
import { ExportBudget } from "./budget";
import { type Message, OtlpShapeError, type Wire } from "./fields";
import { doubleText } from "./number-text";

const FIELD_BITS = 3;
const WIRE_TYPE_MASK = 0b111;
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
/** What a value of each wire type is, for errors. */
const FOUND = ["an integer", "64 bits", "bytes", "a group", "the end of a group", "32 bits"];

/**
 * Reads a request in protobuf. A field of a wrong type, or bytes that are no message, are skipped and reported to
 * `onMalformed` of the innermost message around them that has one. Throws if none has, and `too_large`.
 */
export function decodeProtobuf<T>(body: Uint8Array, request: Message<T>, into: T): T {
  new ProtobufWire(body).request(request, into);
  return into;
}

class ProtobufWire implements Wire {
  readonly #reader: Reader;
  readonly #budget = new ExportBudget();
  /** Of the field under the cursor. */
  #wireType = BYTES;
  #name = "the export";
  /** Of the message that is read. */
  #end: number;

  constructor(body: Uint8Array) {
    this.#reader = Reader.create(body);
    this.#end = this.#reader.len;
  }

  request<T>(request: Message<T>, into: T): void {
    this.#read(request, into, this.#end);
  }

  message<T>(message: Message<T>, into: T): void {
    if (message.countsAsSpan) this.#budget.span();
    this.#budget.part();
    if (this.#wireType === BYTES) {
      const length = this.#reader.uint32();
      return this.#read(message, into, this.#reader.pos + length);
    }
    const wrong = this.#wrong("a message");
    if (!message.onMalformed) throw wrong;
    message.onMalformed(into, wrong.message, () => wrong.sent);
  }

  /** Reads the message between the cursor and `end`. */
  #read<T>(message: Message<T>, into: T, end: number): void {
    const reader = this.#reader;
    const around = this.#end;
    if (end > around) throw new OtlpShapeError("A message is longer than its container");
    this.#end = end;
    try {
      this.#fields(message, into);
    } catch (error) {
      const { message: problem, sent } = problemIn(error);
      // What was sent in a field says nothing about the message around.
      if (!message.onMalformed) throw new OtlpShapeError(problem);
      message.onMalformed(into, problem, () => sent);
    } finally {
      this.#end = around;
    }
    reader.pos = end;
  }

  #fields<T>({ byNumber }: Message<T>, into: T): void {
    const [reader, end] = [this.#reader, this.#end];
    let problem: OtlpShapeError | undefined;
    while (reader.pos < end) {
      const tag = reader.uint32();
      const wireType = tag & WIRE_TYPE_MASK;
      this.#wireType = wireType;
      const field = byNumber[tag >>> FIELD_BITS];
      const start = reader.pos;
      if (field) {
        this.#name = field.name;
        try {
          field.read(this, into);
        } catch (error) {
          problem ??= problemIn(error);
          reader.pos = start;
          this.#wireType = wireType;
          this.#skipWrong(problem);
        }
      } else reader.skipType(wireType);
      if (reader.pos > end) throw problem ?? new OtlpShapeError("A field is longer than its container");
    }
    if (problem) throw problem;
  }

  skip(): void {
    this.#reader.skipType(this.#wireType);
  }

  /** The reader, if the field is of the type that the schema gives it. */
  #expect(wireType: number, wanted = FOUND[wireType] ?? ""): Reader {
    if (this.#wireType !== wireType) throw this.#wrong(wanted);
    return this.#reader;
  }

  #skipWrong(problem: OtlpShapeError): void {
    try {
      this.skip();
    } catch {
      throw problem;
    }
  }

  /** What is wrong with the value under the cursor, which is skipped. */
  #wrong(wanted: string): OtlpShapeError {
    const problem = `${this.#name} must be ${wanted}, found ${FOUND[this.#wireType] ?? "no value"}`;
    return new OtlpShapeError(problem, this.#sent());
  }

  #sent(): AnyValue | undefined {
    if (this.#wireType === VARINT) return new JsonText(this.int64().toString());
    if (this.#wireType === FIXED64) return this.double();
    if (this.#wireType === BYTES) return this.string();
    this.skip();
    return undefined;
  }

  string(): string {
    return this.#expect(BYTES, "text").string();
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

/** What is wrong with bytes according to the reader; other errors are about the whole request. */
function problemIn(error: unknown): OtlpShapeError {
  if (error instanceof OtlpShapeError) return error;
  if (error instanceof AppError || !(error instanceof Error)) throw error;
  return new OtlpShapeError(error.message);
}
