import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";

import type { BodyPart } from "@/lib/training/job-body";
import { buildBody } from "./build-body";

const signal = new AbortController().signal;
const silent = { signal, onProgress: () => {} };

it("combines text and pieces of files, in any order, and returns the size and digest", async () => {
  // Longer than what is read of a file at once.
  const texts = ["a".repeat(600_000), "0123456789", ""].map((text, index) => text + "é".repeat(index));
  const files = new Map(texts.map((text, id) => [id, new Blob([text])]));
  const bytes = texts.map((text) => Buffer.from(text));
  const range = fc.nat(2).chain((file) => {
    const place = fc.nat(bytes[file]?.length ?? 0);
    return fc.tuple(place, place).map(([a, b]) => ({ file, start: Math.min(a, b), end: Math.max(a, b) }));
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.string({ unit: "grapheme" }), range), { maxLength: 6 }), async (parts) => {
      const expected = Buffer.concat(
        parts.map((part) => {
          if (typeof part === "string") return Buffer.from(part);
          return bytes[part.file]?.subarray(part.start, part.end) ?? Buffer.of();
        }),
      );
      const built = await buildBody(parts, files, silent);
      expect(Buffer.from(await built.body.arrayBuffer()).equals(expected)).toBe(true);
      expect(built.bytes).toBe(expected.length);
      expect(built.sha256).toBe(createHash("sha256").update(expected).digest("hex"));
    }),
    { numRuns: 30 },
  );
});

it("rejects a file that is shorter than it was, and stops when aborted", async () => {
  const part: BodyPart = { file: 0, start: 0, end: 10 };
  await expect(buildBody([part], new Map([[0, new Blob(["short"])]]), silent)).rejects.toThrow("Choose it again");
  const abort = new AbortController();
  abort.abort(new Error("stopped"));
  const files = new Map([[0, new Blob(["0123456789"])]]);
  await expect(buildBody([part], files, { ...silent, signal: abort.signal })).rejects.toThrow("stopped");
});
