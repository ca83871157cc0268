import { expect, test } from "vitest";
import { readLine } from "./read-line";

const log = (text: string, stream = "stdout") => ["log", JSON.stringify({ text, stream })];

test.each([
  [
    '{"type":"checkpoint","data":{"step": 1e1, "id":12345678901234567890}}',
    ["checkpoint", '{"step": 1e1, "id":12345678901234567890}'],
  ],
  ['{"type":"gradient_step","step":1,"loss":0.50}', ["gradient_step", '{"step":1,"loss":0.50}']],
  [
    '{"step":2,"loss":NaN,"note":"NaN \\" -Infinity","x":-Infinity}',
    ["gradient_step", '{"step":2,"loss":"NaN","note":"NaN \\" -Infinity","x":"-Infinity"}'],
  ],
  ['{"type":"x","data":[1]}', ["x", '{"data":[1]}']],
  ['  {"step":1}', log('  {"step":1}')],
  ['{"loss":1}', log('{"loss":1}')],
  ['{"type":7,"data":{}}', log('{"type":7,"data":{}}')],
  ['{"type":"","step":1}', log('{"type":"","step":1}')],
  ['{"step":1} trailing', log('{"step":1} trailing')],
  [
    `{"type":"deep","data":${"[".repeat(300)}${"]".repeat(300)}}`,
    log(`{"type":"deep","data":${"[".repeat(300)}${"]".repeat(300)}}`),
  ],
  ["Epoch 1\r", log("Epoch 1")],
  ["", undefined],
  ["  \r", undefined],
])("%s", (line, wanted) => {
  const event = readLine(line, "stdout");
  expect(event && [event.type, event.data.text]).toEqual(wanted);
});

test("no line on standard error is an event", () => {
  const event = readLine('{"step":1}', "stderr");
  expect(event && [event.type, event.data.text]).toEqual(log('{"step":1}', "stderr"));
});
