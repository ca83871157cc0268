import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

import { readLines } from "./read-lines";
import { readUnit } from "./read-unit";

const messages = '[{"role":"user","content":"2+2?"},{"role":"assistant","content":"4"}]';
const scored = `{"messages_and_choices":${messages},"reward":1.0}`;

describe("readUnit", () => {
  it("keeps the position of a trajectory, its reward and the beginning of its prompt", () => {
    const text = ` {"reward": 0.50, "messages_and_choices": ${messages}, "metadata": {"task": 7, "long": "${"x".repeat(99)}"}}\r`;
    const unit = readUnit(text, "line 3", 100);
    expect(unit).toMatchObject({
      trajectory: {
        start: 101,
        end: 99 + text.length,
        place: "line 3",
        reward: 0.5,
        messages: 2,
        labels: { task: "7" },
        title: "2+2?",
      },
    });
  });

  it("accepts tools with any schema of their parameters", () => {
    const tool = '{"type":"function","function":{"name":"track","parameters":{"type":"object","minimum":1.0}}}';
    expect(readUnit(`{"messages_and_choices":${messages},"tools":[${tool}]}`, "", 0)).toHaveProperty("trajectory");
  });

  it("counts in bytes", () => {
    const text = `\uFEFF{"trajectories":[${scored.replace("2+2?", "二+二?")}, ${scored}], "é": 1}`;
    const unit = readUnit(text, "line 1", 0);
    if (!("group" in unit)) throw new Error(JSON.stringify(unit));
    const bytes = new TextEncoder().encode(text);
    const cut = ({ start, end }: { start: number; end: number }) => new TextDecoder().decode(bytes.slice(start, end));
    expect(unit.group.trajectories.map(cut)).toEqual([scored.replace("2+2?", "二+二?"), scored]);
    expect(cut(unit.group)).toBe(text.slice(1));
    expect(unit.group.trajectories[1]?.place).toBe("line 1, trajectories[1]");
  });

  it("treats a reward that is null or absent as missing, and keeps the position of the null", () => {
    const text = `{"messages_and_choices":${messages},"reward": null }`;
    const unit = readUnit(text, "line 1", 0);
    if (!("trajectory" in unit)) throw new Error(JSON.stringify(unit));
    expect(unit.trajectory.reward).toBeUndefined();
    expect(text.slice(unit.trajectory.nullReward?.start, unit.trajectory.nullReward?.end)).toBe("null");
    expect(readUnit(`{"messages_and_choices":${messages}}`, "line 1", 0)).not.toHaveProperty("trajectory.nullReward");
  });

  it("distinguishes equal messages and equal prompts from others", () => {
    const rows = [messages, messages, messages.replace("4", "5"), messages.replace("2+2", "2 + 2")].map((list) => {
      const unit = readUnit(`{"messages_and_choices":${list}}`, "", 0);
      if (!("trajectory" in unit)) throw new Error(JSON.stringify(unit));
      return unit.trajectory;
    });
    const first = rows[0];
    expect(rows.map(({ messagesHash }) => messagesHash === first?.messagesHash)).toEqual([true, true, false, false]);
    expect(rows.map(({ opening }) => opening === first?.opening)).toEqual([true, true, true, false]);
  });

  test.each([
    ["[]", "must be a JSON object: a trajectory or a group"],
    ["7", "must be a JSON object: a trajectory or a group"],
    ["{", "expected a key in double quotes"],
    [`{"messages_and_choices":${messages},"reward":"1"}`, "reward: must be a number, found a string"],
    [`{"messages_and_choices":${messages},"reward":1,"reward":2}`, "Duplicate key reward"],
    [`{"messages_and_choices":[],"reward":NaN}`, "expected a value"],
    ['{"reward":1}', "messages_and_choices: is required"],
    [`{"messages_and_choices":[{"content":"a"}],"reward":1}`, "messages_and_choices[0].role: is required"],
    ['{"trajectories":[]}', "trajectories: must not be empty"],
    ['{"trajectories":{}}', "trajectories: must be an array"],
    [`{"trajectories":[${scored}],"trajectories":[${scored}]}`, "Duplicate key trajectories"],
    [`{"trajectories":[${scored}]`, "expected a comma or }"],
  ])("%s", (text, message) => {
    const unit = readUnit(text, "line 1", 0);
    expect("problems" in unit && unit.problems.map((problem) => problem.message).join()).toContain(message);
  });

  it("reports every trajectory of an invalid group", () => {
    const unit = readUnit(`{"trajectories":[{}, ${scored}, {"reward":1e999}]}`, "line 9", 0);
    expect("problems" in unit && unit.problems.map(({ place }) => place)).toEqual([
      "line 9, trajectories[0]",
      "line 9, trajectories[2]",
    ]);
  });
});

describe("readLines", () => {
  async function linesOf(bytes: Uint8Array<ArrayBuffer>) {
    const lines = [];
    for await (const piece of readLines(new Blob([bytes]))) lines.push(...piece.lines);
    return lines;
  }

  it("finds the position of every line", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), async (texts) => {
        const plain = texts.map((text) => text.replaceAll("\n", ""));
        const bytes = new TextEncoder().encode(plain.join("\n"));
        const lines = await linesOf(bytes);
        expect(lines.map((line) => ("text" in line ? line.text : line.message))).toEqual(
          plain.filter((text) => text.trim() !== ""),
        );
        for (const line of lines) {
          const text = "text" in line ? line.text : "";
          expect(plain[line.number - 1]).toBe(text);
          expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.slice(line.start)).startsWith(text)).toBe(
            true,
          );
        }
      }),
    );
  });

  it("continues after a line that is not UTF-8, and joins one that is longer than a piece", async () => {
    const long = "x".repeat(2_500_000);
    const bytes = new TextEncoder().encode(`?\n${long}\nend`);
    bytes[0] = 0xff;
    expect((await linesOf(bytes)).map((line) => ("text" in line ? line.text.length : line.message))).toEqual([
      "not UTF-8; save the file as UTF-8",
      2_500_000,
      3,
    ]);
  });
});
