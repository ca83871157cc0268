import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exportCalls, type ExportRequest } from "./calls-export";
import { NEWEST_TRACES } from "@/lib/filter/calls-view";
import { testClient } from "./test-client";

const request: ExportRequest = {
  projectId: "acme/bot",
  view: { ...NEWEST_TRACES, q: "op:plan", range: "1h" },
  columns: ["op_name"],
  withCosts: false,
  head: "id\n",
  lineOf: ({ id }) => `${id}\n`,
};
const run = (
  answers: (after: unknown) => string | number,
  some: Partial<ExportRequest> = {},
  signal = new AbortController().signal,
) => {
  const { client, asked } = testClient(({ path, body }) =>
    path.endsWith("query_stats") ? '{"count":3}' : answers(body.after_id),
  );
  const seen: number[] = [];
  const done = exportCalls({ ...request, ...some }, { signal, onProgress: (count) => seen.push(count) }, client);
  return { done, asked, seen };
};

describe("exportCalls", () => {
  it("writes every row and the query", async () => {
    const { done, asked, seen } = run(() => '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n');
    const { file, manifest } = await done;
    const text = await file.text();
    expect(text).toBe("id\na\nb\nc\n");
    expect(seen).toEqual([1, 2, 3]);
    expect(manifest).toMatchObject({ count: 3, expected: 3, complete: true, left_out: 0, bytes: 9 });
    expect(manifest.sha256).toBe(createHash("sha256").update(text).digest("hex"));
    // The count, the rows and the manifest have the same bounds, including an upper one.
    expect(asked[1]?.body.query).toEqual(asked[0]?.body.query);
    expect(JSON.stringify(asked[1]?.body.query)).toContain("$lte");
  });

  it("requests an attribute from everywhere that it can be", async () => {
    const { done, asked } = run(() => '{"id":"a"}\n', { columns: ["id", "attributes.[tier]"] });
    await done;
    const places = ["otel.attributes.tier", "otel.resource.tier", "tier"].map((place) => `attributes.${place}`);
    expect(asked[1]?.body.columns).toEqual(["id", ...places]);
  });

  it("resumes after a broken connection", async () => {
    const { done, asked } = run((after) => (after === "a" ? '{"id":"b"}\n{"id":"c"}\n' : '{"id":"a"}\n{"id":'));
    const { file, manifest } = await done;
    expect(await file.text()).toBe("id\na\nb\nc\n");
    expect(manifest.complete).toBe(true);
    expect(asked.map(({ body }) => body.after_id)).toEqual([undefined, undefined, "a"]);
  });

  it("lists what is missing when it cannot resume", async () => {
    const { done } = run((after) => (after === undefined ? '{"id":"a"}\n{"id":' : 403));
    const { manifest } = await done;
    expect(manifest).toMatchObject({
      count: 1,
      expected: 3,
      complete: false,
      left_out: 2,
      reason: expect.stringContaining("403"),
    });
  });

  it("fails if nothing can be read", async () => {
    await expect(run(() => 403).done).rejects.toMatchObject({ status: 403 });
  });

  it("requests selected calls by their ids", async () => {
    const { done, asked } = run(() => '{"id":"a"}\n', { ids: ["a"] });
    await done;
    expect(asked[1]?.body.filter).toEqual({ call_ids: ["a"] });
  });

  it("ends when it is cancelled", async () => {
    const controller = new AbortController();
    const { done } = run(
      () => {
        controller.abort();
        return '{"id":"a"}\n';
      },
      {},
      controller.signal,
    );
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
  });
});
