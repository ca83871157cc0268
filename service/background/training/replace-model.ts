import { memberRanges } from "@/lib/training/json-ranges";
import { TrajectoryCutter } from "@/lib/training/cut-trajectories";

/** A range of bytes of a body; `end` is exclusive. */
type BodyRange = { start: number; end: number };

/** The range of the model's id in the body of a training job. Throws if there is none: such a body is never stored. */
export async function findModel(body: AsyncIterable<Uint8Array>): Promise<BodyRange> {
  const cuts: BodyRange[] = [];
  const cutter = new TrajectoryCutter({
    trajectory: ({ start, end }) => cuts.push({ start, end }),
    group: () => {},
  });
  for await (const part of body) cutter.push(part);
  cutter.finish();
  const frame = new TextDecoder().decode(cutter.frame);
  const member = memberRanges(frame, frame.length - frame.trimStart().length)?.get("model_id");
  if (!member) throw new Error("the body of a training job names no model");
  const start = Buffer.byteLength(frame.slice(0, member.start));
  const moved = movedBy(start, cuts);
  return { start: start + moved, end: start + moved + Buffer.byteLength(frame.slice(member.start, member.end)) };
}

/** Distance between a position in the frame and the same position in the body: each cut left one character. */
function movedBy(place: number, cuts: readonly BodyRange[]): number {
  let moved = 0;
  for (const { start, end } of cuts) {
    if (start - moved >= place) break;
    moved += end - start - 1;
  }
  return moved;
}

/** The body with another value in the range, and every other byte unchanged. */
export async function* replaceIn(
  body: AsyncIterable<Uint8Array>,
  { start, end }: BodyRange,
  value: string,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const part of body) {
    const [before, behind] = [start - at, end - at];
    at += part.length;
    if (before > 0) yield part.subarray(0, before);
    if (before >= 0 && before < part.length) yield Buffer.from(value);
    if (behind < part.length) yield part.subarray(Math.max(0, behind));
  }
}
