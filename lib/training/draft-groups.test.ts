import { expect, it } from "vitest";
import { draftGroups, draftOf } from "./draft-groups";
import { readTrajectory } from "./read-trajectory";
import { allSteps } from "./steps";

const trajectory = (...system: string[]) => {
  const messages = [
    ...system.map((content) => ({ role: "system", content })),
    { role: "user", content: "2+2?" },
    { role: "assistant", content: "4" },
  ];
  return readTrajectory(JSON.stringify({ messages_and_choices: messages, reward: 1 }));
};

it("counts the system prompts that are mixed, and the trajectories without one", () => {
  const read = [trajectory("Add."), trajectory("Add."), trajectory("Add.", "Say."), trajectory(), trajectory()];
  const loose = read.map((row, start) => draftOf({ ...row, start, end: start + 1, place: "" }, 0));
  const { systems, withoutSystem } = allSteps(draftGroups([{ groups: [], loose }], { by: "nothing" }));
  expect([systems, withoutSystem]).toEqual([2, 2]);
});

it("counts the models and ops that are mixed, as far as the trajectories name them", () => {
  const of = (metadata: object) => {
    const messages = [
      { role: "user", content: "2+2?" },
      { role: "assistant", content: "4" },
    ];
    return readTrajectory(JSON.stringify({ messages_and_choices: messages, reward: 1, metadata }));
  };
  const read = [of({ model: "a", op_name: "chat" }), of({ model: "b", op_name: "chat" }), of({}), of({ model: "a" })];
  const loose = read.map((row, start) => draftOf({ ...row, start, end: start + 1, place: "" }, 0));
  const { models, ops } = allSteps(draftGroups([{ groups: [], loose }], { by: "nothing" }));
  expect([models, ops]).toEqual([2, 1]);
});
