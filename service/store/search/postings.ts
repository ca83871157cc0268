/**
 * The calls of a segment that have a gram: their positions, ascending, as bytes, in the shortest of three encodings:
 * the gaps between them, the gaps between the other calls, or a bit for each call.
 */
export type Places = Uint32Array;

const GAPS = 0;
const BITS = 1;
const OTHERS = 2;

/** Appends the entries of a page: for each gram the gap to the previous one, encoding and length, and the bytes. */
export class PageWriter {
  #bytes = Buffer.alloc(4096);
  #length = 0;
  #last = 0;

  add(gram: number, places: Places, calls: number): void {
    const gaps = gapsLength(places);
    const bits = Math.ceil(calls / 8);
    this.#reserve(20 + Math.min(gaps, bits));
    this.#number(gram - this.#last);
    this.#last = gram;
    if (gaps <= bits) return this.#gaps(GAPS, places, gaps);
    const others = places.length > (calls * 7) / 8 ? othersOf(places, calls) : undefined;
    const othersLength = others ? gapsLength(others) : bits;
    if (others && othersLength < bits) return this.#gaps(OTHERS, others, othersLength);
    this.#number(bits * 4 + BITS);
    const from = this.#length;
    this.#bytes.fill(0, from, from + bits);
    for (const place of places) {
      const at = from + (place >> 3);
      this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (place & 7));
    }
    this.#length += bits;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Returns the page and starts the next one. */
  take(): Buffer {
    const page = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    this.#last = 0;
    return page;
  }

  #gaps(form: number, places: Places, length: number): void {
    this.#number(length * 4 + form);
    let last = -1;
    for (const place of places) {
      this.#number(place - last - 1);
      last = place;
    }
  }

  #number(value: number): void {
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.alloc(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function gapsLength(places: Places): number {
  let length = 0;
  let last = -1;
  for (const place of places) {
    const gap = place - last - 1;
    length += gap < 1 << 7 ? 1 : gap < 1 << 14 ? 2 : 3;
    last = place;
  }
  return length;
}

function othersOf(places: Places, calls: number): Places {
  const others = new Uint32Array(calls - places.length);
  let count = 0;
  let next = 0;
  for (const place of places) {
    while (next < place) others[count++] = next++;
    next = place + 1;
  }
  while (next < calls) others[count++] = next++;
  return others;
}

/** Reads the entries of a page one after another. */
export class PageReader {
  readonly #bytes: Buffer;
  #at = 0;
  #form = GAPS;
  #end = 0;
  gram = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Goes to the next entry; false when there is none. */
  next(): boolean {
    this.#at = this.#end;
    if (this.#at >= this.#bytes.length) return false;
    this.gram += this.#number();
    const header = this.#number();
    this.#form = header & 3;
    this.#end = this.#at + (header >> 2);
    return true;
  }

  /**
   * Writes the positions of the entry into `places` from index `count` on, each increased by `base`; returns the new
   * count. The segment has `calls` calls.
   */
  read(places: Places, count: number, calls: number, base = 0): number {
    let at = count;
    if (this.#form === BITS) {
      for (let first = base; this.#at < this.#end; first += 8)
        for (let bits = this.#bytes[this.#at++] ?? 0, place = first; bits > 0; bits >>= 1, place += 1)
          if (bits & 1) places[at++] = place;
      return at;
    }
    let next = base;
    while (this.#at < this.#end) {
      const place = next + this.#number();
      if (this.#form === GAPS) places[at++] = place;
      else while (next < place) places[at++] = next++;
      next = place + 1;
    }
    if (this.#form === OTHERS) while (next < base + calls) places[at++] = next++;
    return at;
  }

  /** The approximate number of calls of the entry, without decoding it. */
  guess(calls: number): number {
    if (this.#form === GAPS) return this.#end - this.#at;
    return this.#form === BITS ? calls / 2 : calls;
  }

  /** Intersects the places with those of the entry, in place. */
  keep(places: Places): Places {
    if (this.#form !== BITS) return this.#keepListed(places, this.#form === GAPS);
    let count = 0;
    for (const place of places)
      if ((this.#bytes[this.#at + (place >> 3)] ?? 0) & (1 << (place & 7))) places[count++] = place;
    return places.subarray(0, count);
  }

  /** Keeps the places that are listed, or those that are not. */
  #keepListed(places: Places, listed: boolean): Places {
    let count = 0;
    let last = -1;
    for (const place of places) {
      while (last < place && this.#at < this.#end) last += this.#number() + 1;
      if ((last === place) === listed) places[count++] = place;
    }
    return places.subarray(0, count);
  }

  #number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
}
