import { queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { JsonText } from "@/lib/json/text";
import { nativeRefOf } from "@/lib/trace/payload-refs";

/** The values of refs, by ref as written in a payload; JSON null where there is none. */
export function rowValues(refs: readonly string[], client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "row-values", { refs }] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, JsonText>> => {
      if (refs.length === 0) return new Map();
      const { vals } = await client.request("refsReadBatch", { refs: refs.map(nativeRefOf) }, { signal });
      return new Map(refs.flatMap((ref, place) => (vals[place] ? [[ref, vals[place]] as const] : [])));
    },
  });
}
