import { GRAMS_A_UNIT, GRAM_BITS, LONG_GRAM, foldText, writeGrams } from "./search-grams";
import { PageWriter } from "./search-postings";

/** Calls that one segment begins with at most: their places have so many bits. */
const PLACE_BITS = 13;
const SEGMENT_CALLS = 1 << PLACE_BITS;

/** Characters of a call that are indexed; a call of more is looked at whatever is searched for. */
export const LONG_CALL_CHARS = 256 * 1024;

/** Calls whose ids are stored in one row. */
export const BLOCK_CALLS = 64;

/** Each merge puts `MERGED_SEGMENTS` segments into one of the next level, which has as many times the pages. */
export const MERGED_SEGMENTS = 16;
export const LAST_LEVEL = 2;
const FIRST_PAGE_BITS = 9;

/** In which page of a segment a gram is; the pages of a level are those of the level below, each cut into sixteen. */
export const pageShift = (level: number) => GRAM_BITS - FIRST_PAGE_BITS - level * Math.log2(MERGED_SEGMENTS);

const PAGES = 1 << FIRST_PAGE_BITS;
const REST_BITS = pageShift(0);
// Not each repetition in a call is noticed; those that are not only cost the sorting.
const SEEN = 1 << 16;

export interface Page {
  page: number;
  content: Buffer;
}

/** A segment in the making: the texts of some calls, one after another; then its pages. */
export class SegmentDraft {
  calls = 0;
  #grams = new Uint32Array(1 << 16);
  /** Page and rest of each gram that was found, with the call's place. */
  #pages = new Uint16Array(1 << 20);
  #entries = new Uint32Array(1 << 20);
  #count = 0;
  readonly #seen = new Uint32Array(SEEN);
  readonly #seenBy = new Uint16Array(SEEN).fill(SEGMENT_CALLS);

  /** Adds the next call; its place is how many there were. */
  add(text: string): void {
    const place = this.calls++;
    if (text.length > LONG_CALL_CHARS) return this.#push(LONG_GRAM, place);
    const folded = foldText(text);
    const room = GRAMS_A_UNIT * folded.length;
    if (this.#grams.length < room) this.#grams = new Uint32Array(2 * room);
    const found = writeGrams(folded, this.#grams);
    for (let at = 0; at < found; at += 1) {
      const gram = this.#grams[at] ?? 0;
      const slot = gram & (SEEN - 1);
      if (this.#seen[slot] === gram && this.#seenBy[slot] === place) continue;
      this.#seen[slot] = gram;
      this.#seenBy[slot] = place;
      this.#push(gram, place);
    }
  }

  #push(gram: number, place: number): void {
    if (this.#count === this.#entries.length) {
      this.#entries = grown(this.#entries, new Uint32Array(2 * this.#count));
      this.#pages = grown(this.#pages, new Uint16Array(2 * this.#count));
    }
    this.#pages[this.#count] = gram >>> REST_BITS;
    this.#entries[this.#count] = ((gram & ((1 << REST_BITS) - 1)) << PLACE_BITS) | place;
    this.#count += 1;
  }

  /** The pages that hold something, in their order; each is made when it is asked for. */
  *pages(): Generator<Page> {
    const { ends, entries } = this.#byPage();
    const writer = new PageWriter();
    const places = new Uint32Array(this.calls);
    for (let page = 0; page < PAGES; page += 1) {
      const inPage = entries.subarray(page === 0 ? 0 : ends[page - 1], ends[page]).sort();
      let count = 0;
      inPage.forEach((entry, at) => {
        const [gram, place] = [entry >>> PLACE_BITS, entry & (SEGMENT_CALLS - 1)];
        if (count === 0 || places[count - 1] !== place) places[count++] = place;
        const next = inPage[at + 1];
        if (next !== undefined && next >>> PLACE_BITS === gram) return;
        writer.add(gram, places.subarray(0, count), this.calls);
        count = 0;
      });
      if (!writer.isEmpty) yield { page, content: writer.take() };
    }
  }

  #byPage(): { ends: Uint32Array; entries: Uint32Array } {
    const ends = new Uint32Array(PAGES);
    for (const page of this.#pages.subarray(0, this.#count)) ends[page] = (ends[page] ?? 0) + 1;
    for (let page = 0, end = 0; page < PAGES; page += 1) {
      const size = ends[page] ?? 0;
      ends[page] = end;
      end += size;
    }
    const entries = new Uint32Array(this.#count);
    for (let at = 0; at < this.#count; at += 1) {
      const page = this.#pages[at] ?? 0;
      const to = ends[page] ?? 0;
      entries[to] = this.#entries[at] ?? 0;
      ends[page] = to + 1;
    }
    return { ends, entries };
  }
}

function grown<Numbers extends Uint32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
