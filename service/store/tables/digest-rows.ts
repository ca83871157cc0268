import type { JsonText } from "@/lib/json/text";
import { CHARS_AT_ONCE, Turns } from "@/lib/limit/turns";
import { jsonDigest } from "@/service/store/objects/digest";

/** Of a row, besides its text. */
const ROW_CHARS = 128;

/** Rows by their digests, which are computed in parts, so that other requests do not wait for those of a large table. */
export class DigestedRows {
  readonly values = new Map<string, JsonText>();
  readonly #turns = new Turns(CHARS_AT_ONCE);

  /** The digest of a row. */
  async add(row: JsonText): Promise<string> {
    const digest = jsonDigest(row);
    if (!this.values.has(digest)) this.values.set(digest, row);
    // A row without text takes time, too.
    const turn = this.#turns.after(row.text.length + ROW_CHARS);
    if (turn) await turn;
    return digest;
  }
}
