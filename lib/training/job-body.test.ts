import { expect, it, test } from "vitest";

import { JsonText } from "@/lib/json/text";
import { trainingJobRequest } from "@/lib/contract/training";
import { draftGroups, draftOf, type GroupBy, type ReadFile } from "./draft-groups";
import { jobBody, sentGroups } from "./job-body";
import { preflight, type PreflightChoices } from "./preflight";
import { readUnit } from "./read-unit";
import { allSteps } from "./steps";

const asked = (question: string, answer: string) =>
  `[{"role":"user","content":${JSON.stringify(question)}},{"role":"assistant","content":"${answer}"}]`;
const trajectory = (answer: string, rest: string, question = "2+2?") =>
  `{"messages_and_choices": ${asked(question, answer)}${rest}}`;

const choices: PreflightChoices = {
  isScaled: true,
  rewards: new Map(),
  leftOut: new Set(),
  leavesFlatOut: false,
};
const frame = { modelId: "0199f0a0-0000-7000-8000-000000000000", config: new JsonText('{"learning_rate":1e-5}') };

/** A file of these lines, read. */
function fileOf(lines: readonly string[], file = 0): ReadFile & { text: string } {
  const groups = [];
  const loose = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const unit = readUnit(line, `line ${index + 1}`, start);
    start += line.length + 1;
    if ("group" in unit) {
      const trajectories = unit.group.trajectories.map((row) => draftOf(row, file));
      groups.push({ ...unit.group, trajectories });
    }
    if ("trajectory" in unit) loose.push(draftOf(unit.trajectory, file));
  }
  return { groups, loose, text: lines.join("\n") };
}

function bodyOf(files: readonly (ReadFile & { text: string })[], groupBy: GroupBy, changed: Partial<PreflightChoices>) {
  const drafts = allSteps(draftGroups(files, groupBy));
  const checked = allSteps(preflight(drafts, { ...choices, ...changed }));
  const pieces = [...jobBody(frame, checked.groups)].map((part) =>
    typeof part === "string" ? part : files[part.file]?.text.slice(part.start, part.end),
  );
  return { text: pieces.join(""), checked, labels: drafts.labels };
}

const group = `{"note":1.0, "trajectories" : [${trajectory("4", ', "reward":1.0')} , ${trajectory("5", ', "reward":0')}] ,"end":[]}`;

it("sends a group as written in its file", () => {
  const { text, checked } = bodyOf([fileOf([group])], { by: "opening" }, {});
  expect(text).toBe(
    `{"model_id":"${frame.modelId}","experimental_config":{"learning_rate":1e-5},"trajectory_groups":[${group}]}`,
  );
  expect(trainingJobRequest.safeParse(JSON.parse(text)).success).toBe(true);
  expect(checked.sent).toEqual({ groups: 1, flat: 0, trajectories: 2, tokens: 20 });
});

it("keeps the other members of a group when one of its trajectories is left out", () => {
  const file = fileOf([group]);
  const key = `0 ${group.indexOf("{", 1)}`;
  const { text } = bodyOf([file], { by: "opening" }, { leftOut: new Set([key]) });
  expect(JSON.parse(text).trajectory_groups).toEqual([
    { note: 1, trajectories: [JSON.parse(trajectory("5", ', "reward":0'))], end: [] },
  ]);
});

test.each([
  ["absent", ""],
  ["null", ', "reward": null'],
])("writes in a reward that is %s", (_what, rest) => {
  const file = fileOf([trajectory("4", rest), trajectory("5", ',"reward":0')]);
  const left = bodyOf([file], { by: "opening" }, {});
  expect(left.checked).toMatchObject({ missing: 1, sent: { trajectories: 1 }, flat: 1 });
  const { text, checked } = bodyOf([file], { by: "opening" }, { rewards: new Map([["0 0", 0.25]]) });
  expect(checked).toMatchObject({ missing: 0, flat: 0, sent: { trajectories: 2 } });
  const [made] = trainingJobRequest.parse(JSON.parse(text)).trajectory_groups;
  expect(made?.trajectories.map(({ reward }) => reward)).toEqual([0.25, 0]);
});

const labelled = [
  trajectory("4", ',"reward":1,"metadata":{"task":"a"}'),
  trajectory("4", ',"reward":0,"metadata":{"task":"b"}', "2 + 2?"),
  trajectory("5", ',"reward":0,"metadata":{"task":"a"}', "2 + 2?"),
  trajectory("6", ',"reward":0'),
];

test.each([
  [
    "opening",
    { by: "opening" },
    [
      [1, 0],
      [0, 0],
    ],
  ],
  ["label", { by: "label", name: "task" }, [[1, 0], [0], [0]]],
  ["nothing", { by: "nothing" }, [[1, 0, 0, 0]]],
] as const)("groups loose trajectories by %s, over files", (_what, groupBy, rewards) => {
  const files = [fileOf(labelled.slice(0, 2)), fileOf(labelled.slice(2), 1)];
  const { checked, labels } = bodyOf(files, groupBy, {});
  expect(labels).toEqual(["task"]);
  expect(checked.groups.map(({ trajectories }) => trajectories.map(({ reward }) => reward))).toEqual(rewards);
});

it("counts groups without reward variance, and leaves them out on request", () => {
  const files = [fileOf(labelled)];
  const groupBy = { by: "label", name: "task" } as const;
  expect(bodyOf(files, groupBy, {}).checked).toMatchObject({ flat: 2, sent: { groups: 3, trajectories: 4 } });
  const { checked } = bodyOf(files, groupBy, { leavesFlatOut: true });
  expect(checked).toMatchObject({ flat: 2, sent: { groups: 1, trajectories: 2 } });
  expect(sentGroups(checked.groups).map(({ group: { group: one } }) => one.place)).toEqual(["task: a"]);
});

it("counts repeated messages, in one group and in several", () => {
  const twice = [trajectory("4", ',"reward":1'), trajectory("4", ',"reward":0')];
  expect(bodyOf([fileOf(twice)], { by: "opening" }, {}).checked).toMatchObject({ repeated: 1, shared: 0 });
  const files = [fileOf([`{"trajectories":[${twice[0]}]}`, `{"trajectories":[${twice[1]}]}`])];
  expect(bodyOf(files, { by: "opening" }, {}).checked).toMatchObject({ repeated: 0, shared: 2 });
});
