import { describe, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { sourceOf } from "./answer-source";
import { emptyDocument, makeDocument } from "./document";
import { liftPrefix } from "./lift-prefix";
import { continuationOf, forkAt, prefixOf, prefixOfBody, prefixText } from "./prefix";

const isForced = true;

describe("a fork", () => {
  const once = forkAt({ prefix: [], before: "Paris is", token: " grey" });

  test("begins with the tokens before it and the one that was forced", () => {
    expect(once).toEqual([{ text: "Paris is" }, { text: " grey", isForced }]);
  });

  test("of a fork begins with the whole prefix of the first one", () => {
    const twice = forkAt({ prefix: once, before: " and", token: " wet" });
    expect(prefixText(twice)).toBe("Paris is grey and wet");
    expect(twice.filter((part) => part.isForced).map(({ text }) => text)).toEqual([" grey", " wet"]);
  });

  test("at the first token has nothing before it", () => {
    expect(forkAt({ prefix: [], before: "", token: "Lyon" })).toEqual([{ text: "Lyon", isForced }]);
  });

  test("is its model's own: another model begins by itself, and the former one with it again", () => {
    const prefix = { model: "m", parts: once };
    expect(prefixText(prefixOf({ model: "m", prefix }))).toBe("Paris is grey");
    expect(prefixOf({ model: "other", prefix })).toEqual([]);
    expect(prefixOf({ model: "m" })).toEqual([]);
  });
});

const asked = '{"role":"user","content":"Where?"}';
test.each<[string, string, string]>([
  [
    "an answer that is to be continued",
    `[${asked},{"role":"assistant","content":"Paris"}],"continue_final_message":true`,
    "Paris",
  ],
  ["one that is not", `[${asked},{"role":"assistant","content":"Paris"}]`, ""],
  ["one whose continuing is off", `[{"role":"assistant","content":"Paris"}],"continue_final_message":false`, ""],
  ["a question that is to be continued", `[${asked}],"continue_final_message":true`, ""],
  ["parts that are to be continued", '[{"role":"assistant","content":[]}],"continue_final_message":true', ""],
  ["no message at all", '[],"continue_final_message":true', ""],
])("%s begins with what was sent: %s", (_what, rest, expected) => {
  expect(prefixText(prefixOfBody(new JsonText(`{"model":"m","messages":${rest}}`)))).toBe(expected);
});

test.each([
  [" and cold", false, " and cold"],
  ["Paris is grey and cold", true, " and cold"],
  ["Paris is grey and cold", false, "Paris is grey and cold"],
  ["Something else", true, "Something else"],
])("%j, echoed: %j, adds %j to its prefix", (content, isEchoed, expected) => {
  expect(continuationOf(content, [{ text: "Paris is" }, { text: " grey" }], isEchoed)).toBe(expected);
});

test("the source of an answer is the sent request, with the same digits", () => {
  const body = new JsonText('{"model":"m","messages":[],"seed":9223372036854775807,"temperature":0.70,"stop":["a"]}');
  const parameters = { seed: "9223372036854775807", temperature: "0.70", stop: '["a"]' };
  expect(sourceOf(body)).toEqual({ model: "m", parameters });
  expect(sourceOf(body, "lab")).toEqual({ model: "m", server: "lab", parameters });
});

describe("a call that continued the beginning of an answer", () => {
  const turns = [
    { role: "user", content: "Where?" },
    { role: "assistant", content: "Paris is" },
  ];
  const continued = { continue_final_message: "true", add_generation_prompt: "false", seed: "1" };

  test("is opened with the beginning as its pane's own", () => {
    const lifted = liftPrefix(makeDocument({ turns, panes: [{ model: "m", parameters: continued }] }));
    expect(lifted.turns.map(({ content }) => content)).toEqual(["Where?"]);
    expect(lifted.panes).toMatchObject([
      { parameters: { seed: "1" }, prefix: { model: "m", parts: [{ text: "Paris is" }] } },
    ]);
  });

  test.each([
    ["nothing was to be continued", makeDocument({ turns, panes: [{ model: "m", parameters: {} }] })],
    [
      "the last turn is no answer",
      makeDocument({ turns: turns.slice(0, 1), panes: [{ model: "m", parameters: continued }] }),
    ],
    [
      "the answer has calls of tools",
      makeDocument({
        turns: [{ role: "assistant", content: "x", toolCalls: "[]" }],
        panes: [{ model: "m", parameters: continued }],
      }),
    ],
    ["there is nothing", emptyDocument()],
  ])("stays as it is where %s", (_why, document) => {
    expect(liftPrefix(document)).toBe(document);
  });
});
