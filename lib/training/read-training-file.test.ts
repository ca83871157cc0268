import { expect, it, test } from "vitest";

import { TRAJECTORY_BYTES } from "@/lib/contract/limits";
import { readTrainingFile } from "./read-training-file";

const said = '"messages_and_choices":[{"role":"user","content":"2+2?"},{"role":"assistant","content":"4"}]';
const one = `{${said},"reward":1}`;
const bad = `{${said},"reward":"1"}`;
const group = `{ "trajectories": [${one}, ${one}] , "note": 1}`;

async function found(text: string, name?: string) {
  const file = name === undefined ? new Blob([text]) : new File([text], name);
  const all = { groups: [] as string[], loose: [] as string[], problems: [] as string[], inGroups: [] as string[] };
  let read = 0;
  for await (const part of readTrainingFile(file)) {
    all.groups.push(...part.groups.map(({ start, end }) => text.slice(start, end)));
    all.inGroups.push(
      ...part.groups.flatMap((each) => each.trajectories.map(({ start, end }) => text.slice(start, end))),
    );
    all.loose.push(...part.loose.map(({ start, end }) => text.slice(start, end)));
    all.problems.push(...part.problems.map(({ place, message }) => `${place}: ${message}`));
    read = part.read;
  }
  expect(read).toBe(text.length);
  return all;
}

test.each([
  ["lines of trajectories", `${one}\n\n${one}\n`, undefined, { loose: [one, one] }],
  ["lines of both", `${group}\n${one}`, "a.jsonl", { groups: [group], loose: [one] }],
  ["one line", one, undefined, { loose: [one] }],
  [
    "a job",
    `{"model_id": "x", "trajectory_groups" : [${group}, ${group}], "more": {}}`,
    undefined,
    { groups: [group, group] },
  ],
  ["a job over lines", `{\n"trajectory_groups": [\n${group}\n]\n}\n`, "a.json", { groups: [group] }],
  ["a list of groups", `[${group},\n ${group}]`, undefined, { groups: [group, group] }],
  ["a list of trajectories", `[\n ${one} ,\n ${one}\n]`, undefined, { loose: [one, one] }],
  ["a group over lines", group.replace("{ ", "{\n"), "a.json", { groups: [group.replace("{ ", "{\n")] }],
  ["a trajectory over lines", one.replace("{", "{\n"), "a.json", { loose: [one.replace("{", "{\n")] }],
] as const)("reads %s", async (_what, text, name, expected) => {
  const { groups, loose, problems, inGroups } = await found(text, name);
  expect({ groups, loose, problems }).toEqual({ groups: [], loose: [], problems: [], ...expected });
  expect(inGroups).toEqual(groups.flatMap(() => [one, one].slice(0, inGroups.length / groups.length)));
});

test.each([
  ["a bad line", `${one}\n${bad}\n{\n${one}`, "a.jsonl", 2, 0, ["line 2: reward: must be", "line 3: Not valid JSON"]],
  ["a bad trajectory in a list", `[${one},${bad},${one}]`, "a.json", 2, 0, ["[1]: reward: must be"]],
  [
    "a bad trajectory in a job",
    `{"trajectory_groups":[${group},{"trajectories":[${one},${bad}]},${group}]}`,
    "a.json",
    0,
    2,
    ["trajectory_groups[1].trajectories[1]: reward"],
  ],
  ["a job that ends too early", `{"trajectory_groups":[${group},{"traj`, "a.json", 0, 1, ["outside"]],
  ["a list that ends too early", `[${one},${one.slice(0, 40)}`, "a.json", 1, 0, ["[1]:", "outside"]],
  ["something else", '{"hello":"world"}', "a.json", 0, 0, ["line 1: messages_and_choices: is required"]],
  ["nothing", "", "a.json", 0, 0, []],
  ["a job without groups", '{"trajectory_groups":[]}', "a.json", 0, 0, ["the whole file: no trajectories found"]],
] as const)("names what is wrong with %s, and keeps the rest", async (_what, text, name, loose, groups, problems) => {
  const all = await found(text, name);
  expect([all.loose.length, all.groups.length]).toEqual([loose, groups]);
  expect(all.problems.length).toBe(problems.length);
  for (const [index, problem] of problems.entries()) expect(all.problems[index]).toContain(problem);
});

it("stops at a trajectory that is too large, reports it once, and keeps everything before it", async () => {
  const large = one.replace("2+2?", "x".repeat(TRAJECTORY_BYTES));
  const { loose, problems } = await found(`[${one},${large},${one}${` ,${one}`.repeat(20_000)}]`, "a.json");
  expect(loose).toEqual([one]);
  expect(problems).toEqual([
    expect.stringMatching(/is larger than the limit of .*; the rest of the file was ignored$/),
  ]);
});

it("leaves out a group with any error", async () => {
  expect(await found(`{"trajectories":[${one},{}]}\n${one}`, "a.jsonl")).toMatchObject({ groups: [], loose: [one] });
});
