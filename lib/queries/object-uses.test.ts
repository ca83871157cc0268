import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { callsUsing, versionsInCalls, versionsInObjects } from "./object-uses";
import { createQueryClient } from "./query-client";
import { testClient } from "./test-client";

const PROJECT = "acme/demo";
const TEXT = "///acme/demo/object/prompt:";

describe("the versions used", () => {
  it("are found in each call whose payloads are not too large", async () => {
    const { client, asked } = testClient(() =>
      [
        {
          id: "a",
          op_name: "answer",
          inputs: { p: `core:${TEXT}d1` },
          output: `core:${TEXT}d1`,
          attributes: {},
        },
        { id: "b", op_name: "answer", inputs: {}, attributes: { p: `weave:${TEXT}d2` } },
        {
          id: "c",
          op_name: "answer",
          inputs: {},
          attributes: { metadata: { prompt_name: "prompt", prompt_version: 3 } },
        },
        {
          id: "d",
          op_name: "answer",
          inputs: {},
          attributes: { metadata: { prompt_name: "other", prompt_version: 3 } },
        },
      ]
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(""),
    );
    const calls = [{ id: "a", storage_size_bytes: 10 }, { id: "large", storage_size_bytes: 9e6 }, { id: "b" }];
    const params = { projectId: PROJECT, text: TEXT, prompt: { name: "prompt", index: undefined } };
    const versions = await createQueryClient().fetchQuery(versionsInCalls(params, calls.slice(0, 2), client));
    expect(asked[0]?.body).toMatchObject({ filter: { call_ids: ["a"] } });
    expect(versions.get("a")).toEqual(["d1"]);
    expect(versions.get("b")).toEqual(["d2"]);
    expect(versions.get("c")).toEqual(["v2"]);
    expect(versions.get("d")).toEqual([]);
  });

  it("are found in each object", async () => {
    const { client, asked } = testClient(() => JSON.stringify({ vals: [{ use: `core:${TEXT}d1` }] }));
    const user = {
      project_id: PROJECT,
      object_id: "chain",
      digest: "dd",
      kind: "object" as const,
      version_index: 0,
      is_latest: 1,
      created_at: "",
      val: new JsonText("null"),
    };
    const versions = await createQueryClient().fetchQuery(
      versionsInObjects({ projectId: PROJECT, text: TEXT }, [user], client),
    );
    expect(asked[0]?.body).toEqual({ refs: ["core:///acme/demo/object/chain:dd"] });
    expect([...versions]).toEqual([["core:///acme/demo/object/chain:dd", ["d1"]]]);
  });
});

it("looks for a ref wherever a call may have one, and for a link to the prompt", async () => {
  const { client, asked } = testClient(() => "");
  const params = { projectId: PROJECT, text: TEXT };
  await createQueryClient().fetchQuery(callsUsing({ ...params, prompt: undefined }, client));
  expect(JSON.stringify(asked[0]?.body).match(/"\$getField":"\w+"/g)).toHaveLength(4);
  await createQueryClient().fetchQuery(callsUsing({ ...params, prompt: { name: "prompt", index: 2 } }, client));
  expect(asked[1]?.body["query"]).toHaveProperty("$expr.$or.4", {
    $and: [
      { $eq: [{ $getField: "attributes.metadata.prompt_name" }, { $literal: "prompt" }] },
      { $eq: [{ $getField: "attributes.metadata.prompt_version" }, { $literal: 3 }] },
    ],
  });
});
