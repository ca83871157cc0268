import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ModelFolder } from "./model-folder";

const LATER = Date.now() + 2 * 60 * 60_000;

/** A folder with steps of models. */
function folderOf(models: Record<string, number[]>) {
  const data = mkdtempSync(path.join(tmpdir(), "loupe-models-"));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const folder = new ModelFolder(data);
  for (const [id, steps] of Object.entries(models)) {
    mkdirSync(path.join(folder.path, id), { recursive: true });
    writeFileSync(path.join(folder.path, id, "last-step"), "9");
    for (const step of steps) mkdirSync(path.join(folder.path, id, `step-${step}`));
  }
  return { folder, names: (...at: string[]) => readdirSync(path.join(folder.path, ...at)).toSorted() };
}

test("deletes steps and models, and nothing outside of a model", async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const { folder, names } = folderOf({ [id]: [1, 2, 3], [other]: [1] });
  await folder.removeSteps(id, [1, 3, 7]);
  // Steps are never numbered again, so the last one is remembered.
  expect(names(id)).toEqual(["last-step", "step-2"]);
  await folder.removeModel(other);
  await folder.removeModel("..");
  expect(names()).toEqual([id]);
});

test("the files of a step are an archive", async () => {
  const id = randomUUID();
  const { folder } = folderOf({ [id]: [1] });
  mkdirSync(path.join(folder.path, id, "step-1", "merged"));
  writeFileSync(path.join(folder.path, id, "step-1", "merged", "model.safetensors"), "weights");
  const parts = [];
  for await (const part of (await folder.archive(id, 1)) ?? []) parts.push(part);
  const bytes = Buffer.concat(parts);
  expect([
    bytes.subarray(0, 2).toString(),
    bytes.includes("merged/model.safetensors"),
    bytes.includes("weights"),
  ]).toEqual(["PK", true, true]);
  expect(await folder.archive(id, 2)).toBeUndefined();
  expect(await folder.archive("..", 1)).toBeUndefined();
});

test("sweeps what nothing names any more, but not what was just written", async () => {
  const [kept, gone] = [randomUUID(), randomUUID()];
  const { folder, names } = folderOf({ [kept]: [1, 2], [gone]: [1] });
  const stepsOf = async (id: string) => (id === kept ? new Set([2]) : undefined);
  expect(await folder.sweep(stepsOf)).toBe(0);
  expect(await folder.sweep(stepsOf, LATER)).toBe(3);
  expect([names(), names(kept)]).toEqual([[kept], ["last-step", "step-2"]]);
});

test("without the folder there is nothing to sweep", async () => {
  expect(await new ModelFolder(path.join(tmpdir(), randomUUID())).sweep(async () => undefined)).toBe(0);
});
