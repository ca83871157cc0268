import { setImmediate } from "node:timers/promises";
import type { JsonText } from "@/lib/json/text";
import { jsonDigest } from "@/service/store/objects/digest";

/** Rows, and characters of their values, between two turns of other work. */
const ROWS_AT_ONCE = 500;
const CHARS_AT_ONCE = 512 * 1024;

/** Rows by their digests, which are computed in parts, so that other requests do not wait for those of a large table. */
export class DigestedRows {
  readonly values = new Map<string, JsonText>();
  #rows = 0;
  #chars = 0;

  /** The digest of a row. */
  async add(row: JsonText): Promise<string> {
    const digest = jsonDigest(row);
    if (!this.values.has(digest)) this.values.set(digest, row);
    this.#rows += 1;
    this.#chars += row.text.length;
    if (this.#rows >= ROWS_AT_ONCE || this.#chars >= CHARS_AT_ONCE) {
      [this.#rows, this.#chars] = [0, 0];
      await setImmediate();
    }
    return digest;
  }
}
