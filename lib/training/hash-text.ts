/**
 * A 64-bit hash of a text: two lanes of FNV-1a over UTF-16 units with different primes, each with a final mixing step.
 * Not resistant to deliberate collisions; among a million texts, the chance of a collision is one in thirty million.
 */
export function hashText(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
    b ^= b >>> 15;
  }
  return word(stir(a ^ text.length)) + word(stir(b));
}

/** The last step of MurmurHash3. */
function stir(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function word(value: number): string {
  return value.toString(36).padStart(7, "0");
}
