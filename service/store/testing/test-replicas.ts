import { openStore } from "@/service/store/open-store";
import type { DatabaseOptions } from "@/service/store/connections/database";
import type { Store } from "@/service/store/store";

/**
 * For tests: the store as a client of several replicas uses it: requests go to each of them in turn. `TEST_REPLICAS` is
 * their number, by default one.
 */
export async function openReplicas(options: DatabaseOptions): Promise<Store> {
  const count = Number(process.env.TEST_REPLICAS ?? 1);
  const stores = await Promise.all(Array.from({ length: count }, () => openStore(options)));
  const [first] = stores;
  if (!first) throw new Error(`TEST_REPLICAS: found "${process.env.TEST_REPLICAS}", expected a count from 1`);
  let turn = 0;
  const close = async () => {
    await Promise.all(stores.map((store) => store.close()));
  };
  return new Proxy(first, {
    get(_first, name) {
      if (name === "close") return close;
      turn += 1;
      return Reflect.get(stores[turn % count] ?? first, name);
    },
  });
}
