import { expect, test, vi } from "vitest";
import { OrderCache } from "./order-cache";

const MIB_OF_POSITIONS = 256 * 1024;
const orderOf = (mib: number) => vi.fn<() => Promise<Uint32Array>>(async () => new Uint32Array(mib * MIB_OF_POSITIONS));

test("an order is computed once, even for concurrent requests", async () => {
  const cache = new OrderCache();
  const make = orderOf(1);
  const orders = await Promise.all([cache.get("a", make), cache.get("a", make)]);
  expect(orders[0]).toBe(orders[1]);
  expect(await cache.get("a", make)).toBe(orders[0]);
  expect(make).toHaveBeenCalledTimes(1);
});

test("the least recently used order is evicted when there is too much", async () => {
  const cache = new OrderCache();
  const [a, b, c] = [orderOf(30), orderOf(30), orderOf(30)];
  await cache.get("a", a);
  await cache.get("b", b);
  await cache.get("a", a);
  await cache.get("c", c);
  await cache.get("a", a);
  await cache.get("b", b);
  expect([a, b, c].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1]);
});

test("an order larger than the cache is returned and not kept", async () => {
  const cache = new OrderCache();
  const make = orderOf(65);
  expect(await cache.get("a", make)).toHaveLength(65 * MIB_OF_POSITIONS);
  await cache.get("a", make);
  expect(make).toHaveBeenCalledTimes(2);
});

test("one that failed is tried again", async () => {
  const cache = new OrderCache();
  await expect(cache.get("a", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
  expect(await cache.get("a", orderOf(0))).toHaveLength(0);
});
