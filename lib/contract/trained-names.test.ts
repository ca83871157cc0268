import { expect, test } from "vitest";
import { projectOfServed, readTrainedName, servedName } from "./trained-names";

test.each([
  ["wandb-artifact:///acme/demo/painter", { project: "acme/demo", name: "painter" }],
  ["wandb-artifact:///acme/demo/painter:step3", { project: "acme/demo", name: "painter", step: 3 }],
  ["wandb-artifact:///acme/demo/painter:latest", { project: "acme/demo", name: "painter" }],
  ["acme/demo/painter:step12", { project: "acme/demo", name: "painter", step: 12 }],
  ["painter", { name: "painter" }],
  ["painter:step0", { name: "painter", step: 0 }],
  ["qwen2.5:7b", { name: "qwen2.5:7b" }],
  ["Qwen/Qwen3-14B", { name: "Qwen/Qwen3-14B" }],
  ["wandb-artifact:///acme/painter", undefined],
  ["two words", undefined],
])("%s", (text, wanted) => {
  expect(readTrainedName(text)).toEqual(wanted);
});

test("names at servers lead back to their project, and no other names do", () => {
  expect(projectOfServed(servedName("acme/demo", "a/b", 4))).toBe("acme/demo");
  expect(projectOfServed("Qwen/Qwen3-14B")).toBeUndefined();
  expect(projectOfServed("painter:step3")).toBeUndefined();
});
