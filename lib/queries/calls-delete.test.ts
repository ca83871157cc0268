import { expect, it } from "vitest";
import { callsList } from "./calls";
import { deleteCalls } from "./calls-delete";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { liveCalls } from "./live-calls";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const params = { projectId: "acme/bot", view: NEWEST_TRACES };

function listed(...ids: string[]) {
  const cache = createQueryClient();
  const rows = ids.map((id) => ({ id }));
  cache.setQueryData(callsList(params).queryKey, {
    pages: [{ rows, readAt: 1, hasMore: false }],
    pageParams: [{ readAt: 0 }],
  });
  cache.setQueryData(liveCalls(params).queryKey, {
    latest: null,
    isTrailing: false,
    head: rows,
    below: [],
    listReadAt: 1,
    tookMs: 0,
  });
  return cache;
}
const remove = (cache: ReturnType<typeof listed>, answer: string | number) => {
  const { client } = testClient(() => answer);
  return cache.getMutationCache().build(cache, deleteCalls("acme/bot", client)).execute(["a", "c"]);
};

it("removes deleted calls from the list and its live head at once", async () => {
  const cache = listed("a", "b", "c");
  await remove(cache, '{"num_deleted":2}');
  expect(cache.getQueryData(callsList(params).queryKey)?.pages[0]?.rows).toEqual([{ id: "b" }]);
  expect(cache.getQueryData(liveCalls(params).queryKey)?.head).toEqual([{ id: "b" }]);
});

it("reloads the list when the service rejects the request", async () => {
  const cache = listed("a", "b");
  await expect(remove(cache, 403)).rejects.toMatchObject({ status: 403 });
  expect(cache.getQueryData(callsList(params).queryKey)).toBeUndefined();
});
