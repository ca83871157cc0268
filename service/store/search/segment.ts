import { GRAMS_A_UNIT, GRAM_BITS, LONG_GRAM, foldText, writeGrams } from "./grams";
import { PageWriter } from "./postings";

/** Characters of a call that are indexed; a longer call is a candidate of every search. */
export const LONG_CALL_CHARS = 256 * 1024;

/** Number of calls whose ids are stored in one row. */
export const BLOCK_CALLS = 64;

/** Each merge combines `MERGED_SEGMENTS` segments into one of the next level, which has as many times the pages. */
export const MERGED_SEGMENTS = 16;
export const LAST_LEVEL = 2;
const FIRST_PAGE_BITS = 9;

/**
 * The page of a segment that contains a gram; the pages of a level are those of the level below, each split into
 * sixteen.
 */
export const pageShift = (level: number) => GRAM_BITS - FIRST_PAGE_BITS - level * Math.log2(MERGED_SEGMENTS);

export interface Page {
  page: number;
  content: Buffer;
}

/** Builds a segment: takes the texts of some calls, one after another, then returns its pages. */
export class SegmentDraft {
  calls = 0;
  readonly #numbers = new GramNumbers();
  /** By the number of a gram: how many calls have it, and the number of calls up to the last that has it. */
  #counts = new Uint32Array(FIRST_GRAMS);
  #lastCalls = new Uint32Array(FIRST_GRAMS);
  /** Numbers of the grams of each call, each once, and the ends of each call's numbers. */
  #found = new Uint32Array(FIRST_GRAMS);
  #foundCount = 0;
  readonly #ends: number[] = [];
  #grams = new Uint32Array(FIRST_GRAMS);

  /** Adds the next call; its position is the number of calls before it. */
  add(text: string): void {
    this.calls += 1;
    if (text.length > LONG_CALL_CHARS) this.#note(LONG_GRAM);
    else this.#noteText(foldText(text));
    this.#ends.push(this.#foundCount);
  }

  #noteText(folded: string): void {
    const room = GRAMS_A_UNIT * folded.length;
    if (this.#grams.length < room) this.#grams = new Uint32Array(2 * room);
    const count = writeGrams(folded, this.#grams);
    for (let at = 0; at < count; at += 1) this.#note(this.#grams[at] ?? 0);
  }

  #note(gram: number): void {
    const number = this.#numbers.of(gram);
    if (number >= this.#counts.length) {
      this.#counts = grown(this.#counts);
      this.#lastCalls = grown(this.#lastCalls);
    }
    if (this.#lastCalls[number] === this.calls) return;
    this.#lastCalls[number] = this.calls;
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    if (this.#foundCount === this.#found.length) this.#found = grown(this.#found);
    this.#found[this.#foundCount++] = number;
  }

  /** The pages that are not empty, in order; each is built when it is read. */
  *pages(): Generator<Page> {
    const writer = new PageWriter();
    const shift = pageShift(0);
    const grams = this.#numbers.sorted();
    const { places, ends } = this.#byGram(grams);
    let page = 0;
    for (const gram of grams) {
      if (gram >>> shift !== page && !writer.isEmpty) yield { page, content: writer.take() };
      page = gram >>> shift;
      const number = this.#numbers.of(gram);
      const end = ends[number] ?? 0;
      writer.add(gram & ((1 << shift) - 1), places.subarray(end - (this.#counts[number] ?? 0), end), this.calls);
    }
    if (!writer.isEmpty) yield { page, content: writer.take() };
  }

  /** The places of each gram's calls, gram by gram, and where they end by the gram's number. */
  #byGram(grams: Uint32Array): { places: Uint32Array; ends: Uint32Array } {
    const ends = new Uint32Array(this.#counts.length);
    let total = 0;
    for (const gram of grams) {
      const number = this.#numbers.of(gram);
      ends[number] = total;
      total += this.#counts[number] ?? 0;
    }
    const places = new Uint32Array(total);
    let at = 0;
    for (const [place, end] of this.#ends.entries())
      for (; at < end; at += 1) {
        const number = this.#found[at] ?? 0;
        const to = ends[number] ?? 0;
        places[to] = place;
        ends[number] = to + 1;
      }
    return { places, ends };
  }
}

const FIRST_GRAMS = 1 << 15;

/** Numbers grams in the order of their first use, in a hash table with open addressing. */
class GramNumbers {
  #grams = new Uint32Array(FIRST_GRAMS);
  #count = 0;
  /** The number of a gram plus 1, in the first free slot from the one that its bits give. */
  #slots = new Uint32Array(4 * FIRST_GRAMS);

  of(gram: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = gram & mask; ; slot = (slot + 1) & mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number === -1) return this.#add(gram, slot);
      if (this.#grams[number] === gram) return number;
    }
  }

  sorted(): Uint32Array {
    return this.#grams.slice(0, this.#count).sort();
  }

  #add(gram: number, slot: number): number {
    if (this.#count === this.#grams.length) {
      this.#grams = grown(this.#grams);
      this.#place();
      return this.of(gram);
    }
    this.#grams[this.#count] = gram;
    this.#count += 1;
    this.#slots[slot] = this.#count;
    return this.#count - 1;
  }

  /** Puts the grams into a table of four slots per gram. */
  #place(): void {
    this.#slots = new Uint32Array(4 * this.#grams.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number += 1) {
      let slot = (this.#grams[number] ?? 0) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function grown(from: Uint32Array): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(2 * from.length);
  to.set(from);
  return to;
}
