import * as z from "zod";
import { parseJson } from "@/lib/json/slice";
import { kindAt } from "@/lib/json/text";
import { validate } from "@/lib/contract/validate";
import { itemRanges, memberRanges } from "./json-ranges";
import { problemOf, readTrajectory } from "./read-trajectory";
import type { ReadProblem, ReadUnit, TrajectoryRow } from "./trajectory-row";

/** The fields of a group other than its trajectories, which are read one by one. */
const groupFrame = z.looseObject({
  trajectories: z.array(z.unknown()).min(1, "must not be empty"),
});

const encoder = new TextEncoder();
const sizeOf = (text: string) => encoder.encode(text).length;

/**
 * Reads one value of a file, a trajectory or a group, as the service would; a group with any error is left out as a
 * whole. `start` is the byte position of its text in the file.
 */
export function readUnit(text: string, place: string, start: number): ReadUnit {
  // A byte order mark counts as space here, and is not part of the value.
  const json = text.trim();
  const bytes = new ByteCounter(json, start + sizeOf(text.slice(0, text.indexOf(json))));
  if (isGroup(json)) return readGroup(json, bytes, place);
  try {
    if (kindAt(json, 0) === "object") return { trajectory: rowOf(json, 0, { bytes, place }) };
    parseJson(json);
    return problem(place, "must be a JSON object: a trajectory or a group");
  } catch (error) {
    return problem(place, problemOf(error));
  }
}

/** Determined without parsing: a trajectory that contains this name somewhere is only checked twice. */
function isGroup(json: string): boolean {
  if (!json.includes('trajectories"')) return false;
  try {
    return memberRanges(json, 0)?.has("trajectories") ?? false;
  } catch {
    return false;
  }
}

function readGroup(json: string, bytes: ByteCounter, place: string): ReadUnit {
  const list = memberRanges(json, 0)?.get("trajectories");
  const items = (list && itemRanges(json, list.start)) ?? [];
  const problems: ReadProblem[] = [];
  try {
    validate(groupFrame, parseJson(items.length > 0 ? withoutItems(json, items) : json));
  } catch (error) {
    problems.push({ place, message: problemOf(error) });
  }
  const start = bytes.at(0);
  const trajectories: TrajectoryRow[] = [];
  for (const [index, item] of items.entries()) {
    const inside = `${place}, trajectories[${index}]`;
    try {
      trajectories.push(rowOf(json.slice(0, item.end), item.start, { bytes, place: inside }));
    } catch (error) {
      problems.push({ place: inside, message: problemOf(error) });
    }
  }
  if (problems.length > 0) return { problems };
  return { group: { start, end: bytes.at(json.length), place, trajectories } };
}

function withoutItems(text: string, items: readonly { start: number; end: number }[]): string {
  return `${text.slice(0, items[0]?.start)}0${text.slice(items.at(-1)?.end)}`;
}

function rowOf(json: string, from: number, { bytes, place }: { bytes: ByteCounter; place: string }): TrajectoryRow {
  const { nullReward, ...read } = readTrajectory(json.slice(from));
  const start = bytes.at(from);
  const nothing = nullReward && {
    start: bytes.at(from + nullReward.start),
    end: bytes.at(from + nullReward.end),
  };
  return { start, end: bytes.at(json.length), place, ...(nothing ? { nullReward: nothing } : {}), ...read };
}

function problem(place: string, message: string): ReadUnit {
  return { problems: [{ place, message }] };
}

/** Byte positions of characters in the file; queried in ascending order, so that each is counted once. */
class ByteCounter {
  readonly #text: string;
  #chars = 0;
  #bytes: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#bytes = start;
  }

  at(chars: number): number {
    if (chars < this.#chars) throw new RangeError("Bytes are counted forwards");
    this.#bytes += sizeOf(this.#text.slice(this.#chars, chars));
    this.#chars = chars;
    return this.#bytes;
  }
}
