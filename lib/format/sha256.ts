const BLOCK = 64;
const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);

// The first 32 bits of the fractions of the cube and square roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3).
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true;
  for (let by = 2; by * by <= candidate; by += 1) isPrime &&= candidate % by !== 0;
  if (!isPrime) continue;
  if (found < 8) START[found] = (Math.sqrt(candidate) % 1) * 2 ** 32;
  ROUND[found] = (Math.cbrt(candidate) % 1) * 2 ** 32;
  found += 1;
}

/** SHA-256 (FIPS 180-4) of bytes that arrive in parts; the browser's own function needs them all at once. */
export class Sha256 {
  readonly #state = Uint32Array.from(START);
  readonly #words = new Uint32Array(BLOCK);
  readonly #block = new Uint8Array(BLOCK);
  #length = 0;

  add(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const filled = this.#length % BLOCK;
      const part = bytes.subarray(at, at + BLOCK - filled);
      this.#block.set(part, filled);
      this.#length += part.length;
      at += part.length;
      if (this.#length % BLOCK === 0) this.#compress();
    }
  }

  /** The digest in hexadecimal; nothing can be added after this. */
  hex(): string {
    const bits = this.#length * 8;
    const zeros = (BLOCK * 2 - 9 - (this.#length % BLOCK)) % BLOCK;
    const end = new Uint8Array(1 + zeros + 8);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits >>> 0);
    this.add(end);
    return [...this.#state].map((word) => word.toString(16).padStart(8, "0")).join("");
  }

  #compress(): void {
    const words = this.#words;
    const view = new DataView(this.#block.buffer);
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(at * 4);
    for (let at = 16; at < 64; at += 1) {
      const [early, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16] ?? 0) + one + (words[at - 7] ?? 0) + two;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state;
    for (let at = 0; at < 64; at += 1) {
      const choice = (e & f) ^ (~e & g);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND[at] ?? 0) + (words[at] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    for (const [place, word] of [a, b, c, d, e, f, g, h].entries())
      this.#state[place] = (this.#state[place] ?? 0) + word;
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
