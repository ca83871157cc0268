/** Maximum number of bytes kept, over all orders. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Bytes of an order in addition to its positions. */
const ENTRY_BYTES = 1024;

/**
 * Results of sorts: a table never changes, so it need not be sorted again. The least recently used are evicted;
 * concurrent requests for the same order share the work.
 */
export class OrderCache {
  readonly #orders = new Map<string, { order: Promise<Uint32Array>; bytes: number }>();
  #bytes = 0;

  get(key: string, make: () => Promise<Uint32Array>): Promise<Uint32Array> {
    const known = this.#orders.get(key);
    if (known) {
      // The order of the map is the order of use.
      this.#orders.delete(key);
      this.#orders.set(key, known);
      return known.order;
    }
    const entry = { order: make(), bytes: 0 };
    this.#orders.set(key, entry);
    entry.order.then(
      ({ byteLength }) => {
        entry.bytes = byteLength + ENTRY_BYTES;
        this.#bytes += entry.bytes;
        this.#trim();
      },
      () => this.#orders.delete(key),
    );
    return entry.order;
  }

  #trim(): void {
    for (const [key, { bytes }] of this.#orders) {
      if (this.#bytes <= KEPT_BYTES) return;
      // An order that is still being computed has no size yet.
      if (bytes === 0) continue;
      this.#orders.delete(key);
      this.#bytes -= bytes;
    }
  }
}
