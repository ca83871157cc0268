import { describe, expect, test } from "vitest";

import type { ObjectVersion } from "@/lib/contract/objects";
import { JsonText, writeJson } from "@/lib/json/text";

import { NewerVersion } from "./publish-over";
import { createQueryClient } from "./query-client";
import { storeDataset } from "./store-dataset";
import { testClient } from "./test-client";

const noSignal = () => new AbortController().signal;

interface Given {
  over?: ObjectVersion | null;
  /** Digest of the latest version. */
  latest?: string;
}

describe("storeDataset", () => {
  async function* parts(...rows: string[][]) {
    for (const part of rows) yield part.map((text) => new JsonText(text));
  }
  const version = (digest: string): ObjectVersion => ({
    project_id: "a/b",
    object_id: "ds",
    created_at: "2026-11-20T08:00:00Z",
    digest,
    version_index: 2,
    is_latest: 1,
    kind: "object",
    val: new JsonText('{"_class_name":"Dataset","description":"Kept","size":1.0,"rows":"weave:///a/b/table/t0"}'),
  });
  const store = (rows: AsyncIterable<JsonText[]>, { over, latest = "o2" }: Given = {}, signal = noSignal()) => {
    let tables = 0;
    const { client, asked } = testClient(({ path }) => {
      if (path === "/obj/read") return writeJson({ obj: version(latest) });
      return path === "/obj/create"
        ? '{"digest":"o","object_id":"ds","version_index":3}'
        : `{"digest":"t${(tables += 1)}","row_digests":[],"updated_row_digests":[]}`;
    });
    const dataset = { projectId: "a/b", name: "ds", description: "", rows, over, signal };
    const mutation = createQueryClient().getMutationCache().build(createQueryClient(), storeDataset(client));
    return { asked, stored: mutation.execute(dataset) };
  };

  test("sends parts one after the other and publishes the last table", async () => {
    const { asked, stored } = store(parts(["1.0"], ["2", "3"]));
    expect(await stored).toEqual({ digest: "t2", count: 3, version_index: 3 });
    expect(asked.map(({ path }) => path)).toEqual(["/table/create", "/table/update", "/obj/create"]);
    expect(asked[1]?.body).toMatchObject({
      base_digest: "t1",
      updates: [{ append: { row: 2 } }, { append: { row: 3 } }],
    });
    expect(asked[2]?.body).toMatchObject({
      obj: { object_id: "ds", val: { _class_name: "Dataset", rows: "weave:///a/b/table/t2" } },
    });
  });

  test("stores a table without rows", async () => {
    const { asked, stored } = store(parts());
    await stored;
    expect(asked.map(({ path }) => path)).toEqual(["/table/create", "/obj/create"]);
  });

  test("appends to the rows of a version, and keeps its other members", async () => {
    const { asked, stored } = store(parts(["1"], []), { over: version("o2") });
    await stored;
    expect(asked.map(({ path }) => path)).toEqual(["/table/update", "/obj/read", "/obj/create"]);
    expect(asked[0]?.body).toMatchObject({ base_digest: "t0" });
    expect(asked[2]?.body).toMatchObject({
      obj: { replaces: "o2", val: { description: "Kept", rows: "weave:///a/b/table/t1" } },
    });
  });

  test.each([
    ["a version that is no longer the latest", version("o1")],
    ["a name that must be free", null],
  ])("publishes nothing over %s", async (_what, over) => {
    const { asked, stored } = store(parts(["1"]), { over });
    await expect(stored).rejects.toThrow(NewerVersion);
    expect(asked.at(-1)?.path).toBe("/obj/read");
  });

  test("publishes nothing when no row was new", async () => {
    const { asked, stored } = store(parts([]), { over: version("o2") });
    await expect(stored).rejects.toThrow("none of the rows was new");
    expect(asked).toEqual([]);
  });

  test("publishes nothing when a part fails", async () => {
    async function* broken() {
      yield [new JsonText("1")];
      throw new Error("the file is gone");
    }
    const { asked, stored } = store(broken());
    await expect(stored).rejects.toThrow("the file is gone");
    expect(asked.map(({ path }) => path)).toEqual(["/table/create"]);
  });
});
