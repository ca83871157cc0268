import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { EXIT, Stopped } from "../exit-status";
import { Output } from "./output";

/** A stream that keeps what is written, as a terminal of so many columns or as a pipe. */
function streamOf(columns?: number) {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk.toString("utf8"));
      done();
    },
  });
  return { stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }), written };
}

function outputTo(stream: ReturnType<typeof streamOf>["stream"], environment: Record<string, string> = {}) {
  const closed: Stopped[] = [];
  return { out: new Output(stream, { environment, onClosed: (reason) => closed.push(reason) }), closed };
}

const HOSTILE = '{\r\n"a": "\u009B31m"}';

describe("output", () => {
  it("is exact in a pipe, and safe on a terminal", async () => {
    const [pipe, terminal] = [streamOf(), streamOf(80)];
    for (const { stream } of [pipe, terminal]) {
      const { out } = outputTo(stream);
      await out.json(new JsonText(HOSTILE));
      await out.data("\u001B[2J,\n", false);
      await out.text("\u001B[2J");
    }
    expect(pipe.written.join("")).toBe(`{"a": "\u009B31m"}\n\u001B[2J,\n␛[2J\n`);
    expect(terminal.written.join("")).toBe('{"a": "\\u009b31m"}\n␛[2J,\n␛[2J\n');
  });

  it.each([
    [80, {}, "\u001B[31mred\u001B[39m"],
    [80, { NO_COLOR: "1" }, "red"],
    [80, { TERM: "dumb" }, "red"],
    [undefined, {}, "red"],
  ])("of %s columns with %j", async (columns, environment, expected) => {
    const { stream, written } = streamOf(columns);
    const { out } = outputTo(stream, environment);
    await out.table([{ title: "", tone: () => "red" }], [["red"]], false);
    expect(written).toEqual([`${expected}\n`]);
  });

  it("ends without an error when its reader has gone", async () => {
    const stream = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("gone"), { code: "EPIPE" })),
    });
    const { out, closed } = outputTo(stream);
    await expect(out.line("a")).rejects.toMatchObject({ name: "Stopped", status: EXIT.done });
    await expect(out.line("b")).rejects.toBeInstanceOf(Stopped);
    expect(closed.map(({ status }) => status)).toEqual([EXIT.done]);
  });
});
