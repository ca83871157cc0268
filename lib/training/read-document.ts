import { AppError } from "@/lib/contract/app-error";
import { parseJson } from "@/lib/json/slice";
import { TrajectoryCutter } from "./cut-trajectories";
import { problemOf } from "./read-trajectory";
import { readUnit } from "./read-unit";
import type { ReadGroup, ReadProblem, TrajectoryRow } from "./trajectory-row";

/** The parts of a document around its trajectories, and how they become the body of a job. */
const SHAPES = {
  /** `{"trajectory_groups": [...]}` */
  job: {
    before: "",
    after: "",
    placeOf: (group: number, index: number) => `trajectory_groups[${group}].trajectories[${index}]`,
  },
  /** `[{"trajectories": [...]}, ...]` */
  groups: {
    before: '{"trajectory_groups":',
    after: "}",
    placeOf: (group: number, index: number) => `[${group}].trajectories[${index}]`,
  },
  /** `{"trajectories": [...]}` */
  group: {
    before: '{"trajectory_groups":[',
    after: "]}",
    placeOf: (_group: number, index: number) => `trajectories[${index}]`,
  },
  /** `[{"messages_and_choices": [...]}, ...]` */
  trajectories: {
    before: '{"trajectory_groups":[{"trajectories":',
    after: "}]}",
    placeOf: (_group: number, index: number) => `[${index}]`,
  },
  /** `{"messages_and_choices": [...]}` */
  trajectory: {
    before: '{"trajectory_groups":[{"trajectories":[',
    after: "]}]}",
    placeOf: () => "the whole file",
  },
} as const;
export type DocumentShape = keyof typeof SHAPES;

export interface ReadPart {
  groups: ReadGroup[];
  loose: TrajectoryRow[];
  problems: ReadProblem[];
}

const NAMES = /"(trajectory_groups|trajectories|messages_and_choices)"\s*:/;

/** The kind of a JSON document, determined by its first key. */
export function documentShape(beginning: string): DocumentShape {
  const isList = beginning.trimStart().startsWith("[");
  const [, name] = NAMES.exec(beginning) ?? [];
  if (name === "messages_and_choices") return isList ? "trajectories" : "trajectory";
  if (name === "trajectories") return isList ? "groups" : "group";
  return isList ? "groups" : "job";
}

/**
 * Reads a JSON document of groups or trajectories as it arrives, holding one trajectory at a time. A group with any
 * error is left out as a whole. If the document ends too early, or something in it is too large, everything before that
 * is kept.
 */
export class DocumentReader {
  readonly #shape: (typeof SHAPES)[DocumentShape];
  readonly #hasGroups: boolean;
  readonly #cutter: TrajectoryCutter;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #shift: number;
  #part: ReadPart = { groups: [], loose: [], problems: [] };
  #trajectories: TrajectoryRow[] = [];
  #isGroupBad = false;
  #found = 0;
  /** After something that is too large, the position and the rest of the document are unknown. */
  #isBroken = false;

  constructor(shape: DocumentShape) {
    this.#shape = SHAPES[shape];
    this.#hasGroups = shape === "job" || shape === "groups" || shape === "group";
    this.#shift = this.#shape.before.length;
    this.#cutter = new TrajectoryCutter({
      trajectory: ({ group, index, start, bytes }) => this.#read(this.#shape.placeOf(group, index), start, bytes),
      group: ({ group, start, end }) => this.#endGroup(group, start, end),
    });
    this.#cutter.push(new TextEncoder().encode(this.#shape.before));
  }

  /** The items that end in these bytes. */
  push(bytes: Uint8Array): ReadPart {
    return this.#taking(() => this.#cutter.push(bytes));
  }

  end(): ReadPart & { config?: string } {
    const part = this.#taking(() => {
      this.#cutter.push(new TextEncoder().encode(this.#shape.after));
      this.#cutter.finish();
    });
    if (this.#isBroken) return part;
    try {
      parseJson(this.#decoder.decode(this.#cutter.frame));
      if (this.#found === 0) part.problems.push({ place: "the whole file", message: "no trajectories found" });
    } catch (error) {
      const message = error instanceof TypeError ? "not UTF-8; save the file as UTF-8" : problemOf(error);
      part.problems.push({ place: "the file, outside the trajectories", message });
    }
    return part;
  }

  #taking(read: () => void): ReadPart {
    try {
      if (!this.#isBroken) read();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#isBroken = true;
      this.#part.problems.push({ place: "the file", message: `${error.message}; the rest of the file was ignored` });
    }
    const part = this.#part;
    this.#part = { groups: [], loose: [], problems: [] };
    return part;
  }

  #read(place: string, start: number, bytes: Uint8Array): void {
    this.#found += 1;
    const problems = this.#readInto(place, start - this.#shift, bytes);
    this.#part.problems.push(...problems);
    this.#isGroupBad ||= problems.length > 0;
  }

  #readInto(place: string, start: number, bytes: Uint8Array): ReadProblem[] {
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch (error) {
      if (error instanceof TypeError) return [{ place, message: "not UTF-8; save the file as UTF-8" }];
      throw error;
    }
    const unit = readUnit(text, place, start);
    if ("problems" in unit) return unit.problems;
    if ("group" in unit) return [{ place, message: "found a group where a trajectory should be" }];
    if (this.#hasGroups) this.#trajectories.push(unit.trajectory);
    else this.#part.loose.push(unit.trajectory);
    return [];
  }

  #endGroup(group: number, start: number, end: number): void {
    const trajectories = this.#trajectories;
    const isWhole = this.#hasGroups && !this.#isGroupBad && trajectories.length > 0;
    const place = this.#shape.placeOf(group, 0).replace(/\.?trajectories\[0\]$/, "") || "the whole file";
    if (isWhole) this.#part.groups.push({ place, start: start - this.#shift, end: end - this.#shift, trajectories });
    this.#trajectories = [];
    this.#isGroupBad = false;
  }
}
