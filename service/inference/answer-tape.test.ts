import fc from "fast-check";
import { expect, test } from "vitest";
import { AnswerTape } from "./answer-tape";
import { Recorder } from "./recorder";

const chunk = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const ROLE = JSON.stringify({ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] });

/** What is recorded of some pieces, of which each arrives a second after the one before it. */
function recorded(pieces: readonly (string | Uint8Array)[]) {
  const tape = new AnswerTape(Object.assign(Object.create(Recorder.prototype), { hold: () => true }), "key");
  for (const [place, piece] of pieces.entries()) tape.append(Buffer.from(piece), place * 1_000);
  const { answer, firstTokenMs } = tape.events();
  return {
    text: answer.view.choices[0]?.content,
    firstTokenMs,
    isDone: answer.isDone,
    unreadable: answer.unreadable,
  };
}

test.each<[string, string, number]>([
  ["in LF", "\n\n", 1_000],
  ["in CR LF", "\r\n\r\n", 1_000],
  // A line feed may follow, so that an event is complete with the next piece.
  ["in CR", "\r\r", 2_000],
  ["without empty lines", "\n", 1_000],
  ["without empty lines in CR LF", "\r\n", 1_000],
])("events that end %s have their text and the time of their first token", (_end, end, began) => {
  const pieces = [ROLE, chunk("He"), chunk("llo"), "[DONE]"].map((data) => `data: ${data}${end}`);
  expect(recorded(pieces)).toEqual({ text: "Hello", firstTokenMs: began, isDone: true, unreadable: 0 });
});

test("however a stream is cut, it says the same", () => {
  const ends = fc.constantFrom("\n\n", "\r\n\r\n", "\n");
  const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(texts, ends, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (words, end, lengths) => {
      const bytes = Buffer.from([...words.map(chunk), "[DONE]"].map((data) => `data: ${data}${end}`).join(""));
      const pieces: Uint8Array[] = [];
      for (let from = 0; from < bytes.length;) {
        const to = from + (lengths.next().value ?? 1);
        pieces.push(bytes.subarray(from, to));
        from = to;
      }
      const { text, isDone, firstTokenMs } = recorded(pieces);
      expect({ text, isDone, hasBegun: firstTokenMs !== undefined }).toEqual({
        text: words.join(""),
        isDone: true,
        hasBegun: true,
      });
    }),
  );
});
