import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findTrainer, trainerBaseModels } from "./found-trainer";

function folderWith(mode: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-found-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "loupe-train"), "#!/bin/sh\n", { mode });
  return folder;
}

test("an installed loupe-train is a runner, with the base models that the operator allows", () => {
  const folder = folderWith(0o755);
  const found = findTrainer({
    PATH: `/nowhere${path.delimiter}${folder}`,
    LOUPE_TRAINER_BASE_MODELS: "tiny=/models/a, b/c",
  });
  expect(found).toMatchObject({
    type: "command",
    command: [path.join(folder, "loupe-train")],
    concurrency: 1,
    base_models: ["tiny", "b/c"],
  });
});

test("it is also found in ~/.local/bin, where pip installs for one user", () => {
  const home = mkdtempSync(path.join(tmpdir(), "loupe-found-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(path.join(home, ".local/bin"), { recursive: true });
  writeFileSync(path.join(home, ".local/bin/loupe-train"), "", { mode: 0o755 });
  expect(findTrainer({ PATH: "", HOME: home })?.command).toEqual([path.join(home, ".local/bin/loupe-train")]);
});

test("a file that cannot be run is none, and neither is nothing", () => {
  expect(findTrainer({ PATH: folderWith(0o644) })).toBeUndefined();
  expect(findTrainer({})).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["a", ["a"]],
  ["a=/x , Qwen/Qwen3-0.6B,", ["a", "Qwen/Qwen3-0.6B"]],
])("base models of %j", (list, names) => {
  expect(trainerBaseModels(list)).toEqual(names);
});
