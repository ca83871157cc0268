import { expect, test } from "vitest";
import { findModel, replaceIn } from "./replace-model";

const encoder = new TextEncoder();

async function* inParts(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const group = '{"trajectories":[{"reward":1, "model_id":"not this"},{"reward":0.0,"x":"é日𝄞"}]}';

test.each([
  ['{"model_id":"OLD","trajectory_groups":[]}'],
  [` {"é": "日", "trajectory_groups":[${group}, ${group}],\n"model_id" : "OLD" , "rest":12345678901234567890}\n`],
  [`{"trajectory_groups":[${group}],"model\\u005fid":"OLD","experimental_config":{"model_id":"nor this"}}`],
  [`{"trajectory_groups":[{"trajectories":[0,1]},{"trajectories":[]}],"model_id":"OLD"}`],
])("%s", async (body) => {
  for (const size of [1, 2, 7, 1000]) {
    const range = await findModel(inParts(body, size));
    const parts: Uint8Array[] = [];
    for await (const part of replaceIn(inParts(body, size), range, '"NEW"')) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe(body.replace("OLD", "NEW"));
  }
});

test("a body without a model", async () => {
  await expect(findModel(inParts("{}", 1))).rejects.toThrow("names no model");
});
