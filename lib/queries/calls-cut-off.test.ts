import { expect, test } from "vitest";
import { createClient } from "@/lib/client/client";
import { callsList } from "./calls";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { createQueryClient } from "./query-client";

/** A service whose connection breaks after the first two rows, and which then returns the others. */
function breakingClient(asked: unknown[]) {
  const fetch = (_address: unknown, init?: RequestInit) => {
    asked.push(JSON.parse(typeof init?.body === "string" ? init.body : "null"));
    const body = new ReadableStream({
      start(stream) {
        const ids = asked.length === 1 ? ["a", "b"] : ["c"];
        stream.enqueue(new TextEncoder().encode(ids.map((id) => `{"id":"${id}"}\n`).join("")));
      },
      pull(stream) {
        if (asked.length === 1) stream.error(new Error("broken"));
        else stream.close();
      },
    });
    return Promise.resolve(new Response(body));
  };
  return createClient({ baseUrl: "http://service.test", fetch });
}

test("a list with a broken connection keeps its rows, reports this, and continues after the last of them", async () => {
  const asked: unknown[] = [];
  const options = callsList({ projectId: "a/b", view: NEWEST_TRACES }, breakingClient(asked));
  const read = (pages: number) => createQueryClient().fetchInfiniteQuery({ ...options, pages });

  const { pages } = await read(2);

  expect(pages.map(({ rows }) => rows.map(({ id }) => id))).toEqual([["a", "b"], ["c"]]);
  expect(pages[0]?.cutOff?.code).toBe("cut_off");
  expect(pages[1]?.cutOff).toBeUndefined();
  expect(asked).toMatchObject([{ limit: 100 }, { limit: 100, after_id: "b" }]);
});
