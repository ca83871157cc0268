import { mutationOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { type NewDataset, storeRows } from "./store-rows";

/** `storeRows`, which also has the lists read again. */
export function storeDataset(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["tables", "create"] as const,
    mutationFn: (dataset: NewDataset) => storeRows(dataset, client),
    onSuccess: (_made, _dataset, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ["tables"] }),
        cache.invalidateQueries({ queryKey: ["objects"] }),
      ]),
  });
}
