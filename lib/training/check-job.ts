import { AppError } from "@/lib/contract/app-error";
import type { FieldError } from "@/lib/contract/field-errors";
import { formatPath } from "@/lib/json/format-path";
import { JsonNode } from "@/lib/json/node";
import { type CutFrom, JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JsonText } from "@/lib/json/text";
import {
  TRAINING_CALLS,
  TRAINING_CONFIG_CHARS,
  TRAINING_ERRORS,
  TRAINING_GROUPS,
  TRAINING_TRAJECTORIES,
} from "@/lib/contract/limits";
import { readAnyRef } from "@/lib/contract/refs";
import { type TrainingGroupRow, sentTrajectory, trainingJobFrame } from "@/lib/contract/training";
import { check, invalid } from "@/lib/contract/validate";
import { type CutTrajectory, TRAJECTORY_LEVELS, TrajectoryCutter } from "./cut-trajectories";

/** What the service stores about a job's body, in addition to its bytes. */
export type CheckedJob = {
  model_id: string;
  /** As it was sent. */
  experimental_config?: JsonText;
  groups: TrainingGroupRow[];
  trajectories: number;
  /** Number of groups without reward variance. */
  flat_groups: number;
  /** Ids of the calls that trajectories name in `metadata.call_refs`, by project. */
  calls: ReadonlyMap<string, ReadonlySet<string>>;
};

// Lists of jobs return all of it.
const LONG_CONFIG: FieldError = {
  path: "experimental_config",
  message: `must have at most ${TRAINING_CONFIG_CHARS} characters`,
};
const PLAN = slicePlan(sentTrajectory);

/** Memory of a number in a list, and of a group or a call in addition to its numbers or characters, bytes. */
const NUMBER_BYTES = 8;
const ENTRY_BYTES = 100;

/**
 * Validates the body of a training job as it arrives, with the same errors as if it were read as a whole, and collects
 * the data to store. Pass all bytes to `push`, then call `finish` for the result. Both throw `not_json`, `too_large`,
 * and `invalid` with the invalid paths, up to the maximum number.
 */
export class TrainingJobReader {
  readonly #cutter = new TrajectoryCutter({
    trajectory: (cut) => this.#read(cut),
    group: ({ group, start, end }) => this.#endGroup({ index: group, rewards: this.#rewards, start, end }),
  });
  readonly #groups: TrainingGroupRow[] = [];
  readonly #errors: FieldError[] = [];
  readonly #calls = new Map<string, Set<string>>();
  /** Characters of each trajectory. */
  readonly #lengths: number[] = [];
  #rewards: number[] = [];
  #flat = 0;
  #keptBytes = 0;
  #linked = 0;

  /** Whether the body is already known to be invalid. */
  get hasErrors(): boolean {
    return this.#errors.length > 0;
  }

  /** Its memory usage, bytes. */
  get heldBytes(): number {
    return this.#cutter.heldBytes + this.#keptBytes;
  }

  /** The model, as soon as it has been read. */
  get namedModelId(): string | undefined {
    return memberOf(decodeLoosely(this.#cutter.frame), "model_id")?.string();
  }

  push(chunk: Uint8Array): void {
    this.#cutter.push(chunk);
  }

  /** `more` are additional known errors. */
  finish(more: readonly FieldError[] = []): CheckedJob {
    this.#cutter.finish();
    this.#refuse(more);
    const text = decode(this.#cutter.frame);
    const frame = check(trainingJobFrame, this.#readFrame(text));
    if ("errors" in frame) this.#refuse(frame.errors);
    const config = memberOf(text, "experimental_config");
    if (config && config.raw.length > TRAINING_CONFIG_CHARS) this.#refuse([LONG_CONFIG]);
    if ("errors" in frame || this.hasErrors) throw invalid(this.#errors);
    return {
      model_id: frame.data.model_id,
      experimental_config: config?.kind === "object" ? new JsonText(config.raw) : undefined,
      groups: this.#groups,
      trajectories: this.#lengths.length,
      flat_groups: this.#flat,
      calls: this.#calls,
    };
  }

  #read({ group, index, bytes }: CutTrajectory): void {
    if (this.#lengths.length >= TRAINING_TRAJECTORIES) throw tooMany("trajectories in total", TRAINING_TRAJECTORIES);
    const path = ["trajectory_groups", group, "trajectories", index];
    const text = decode(bytes);
    const checked = check(sentTrajectory, this.#parse(text, path));
    this.#lengths.push(text.length);
    this.#keptBytes += 2 * NUMBER_BYTES;
    if ("errors" in checked) return this.#refuse(checked.errors, path);
    this.#rewards.push(checked.data.reward);
    this.#link(checked.data.metadata?.call_refs);
  }

  /** The part before the trajectory is validated first, because only the first of several errors is reported. */
  #parse(text: string, path: CutFrom["path"]): unknown {
    // The frame contains a `0` for the trajectory.
    const before = () => decode(this.#cutter.frame).length - 1;
    const place = (offset: number) => placeInBody(before(), this.#lengths) + offset;
    try {
      return parseJson(text, PLAN, { levels: TRAJECTORY_LEVELS, path, behind: "a comma or ]", place });
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      const earlier = syntaxErrorIn(() => readFrame(decode(this.#cutter.frame).slice(0, -1), this.#lengths));
      throw refusalOf(earlier && earlier.offset < place(0) ? earlier : error);
    }
  }

  #readFrame(text: string): unknown {
    try {
      return readFrame(text, this.#lengths);
    } catch (error) {
      throw error instanceof JsonSyntaxError ? refusalOf(error) : error;
    }
  }

  #endGroup(row: TrainingGroupRow): void {
    if (this.#groups.length >= TRAINING_GROUPS) throw tooMany("groups", TRAINING_GROUPS);
    this.#groups.push(row);
    this.#rewards = [];
    this.#keptBytes += ENTRY_BYTES;
    if (row.rewards.length > 0 && row.rewards.every((reward) => reward === row.rewards[0])) this.#flat += 1;
  }

  #refuse(errors: readonly FieldError[], within: CutFrom["path"] = []): void {
    const prefix = formatPath(within);
    for (const { path, message } of errors.slice(0, TRAINING_ERRORS - this.#errors.length)) {
      const whole = prefix && path ? `${prefix}.${path}` : prefix || path;
      this.#errors.push({ path: ownText(whole), message: ownText(message) });
      this.#keptBytes += ENTRY_BYTES + whole.length + message.length;
    }
    // Millions of further ones would not be reported.
    if (this.#errors.length >= TRAINING_ERRORS) throw invalid(this.#errors, true);
  }

  #link(refs: unknown): void {
    // Clients whose metadata does not support lists write several into one text.
    const listed: unknown = typeof refs === "string" ? refs.split(/[\s,]+/) : refs;
    if (!Array.isArray(listed)) return;
    for (const ref of listed) {
      const call = typeof ref === "string" && this.#linked < TRAINING_CALLS ? callOf(ref) : undefined;
      if (!call) continue;
      const known = this.#calls.get(call.project) ?? new Set();
      if (known.has(call.id)) continue;
      this.#calls.set(ownText(call.project), known.add(ownText(call.id)));
      this.#linked += 1;
      this.#keptBytes += ENTRY_BYTES + 2 * (call.id.length + call.project.length);
    }
  }
}

function tooMany(what: string, most: number): AppError {
  return invalid([{ path: "trajectory_groups", message: `must have at most ${most} ${what}` }]);
}

function callOf(ref: string): { project: string; id: string } | undefined {
  const parsed = readAnyRef(ref);
  return parsed?.kind === "call" ? { project: `${parsed.entity}/${parsed.project}`, id: parsed.id } : undefined;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError("not_json", "The body is not valid UTF-8", { cause });
  }
}

function decodeLoosely(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trimStart();
}

/** A copy that does not keep the long original string in memory, as substrings in JavaScript engines do. */
function ownText(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text));
}

/** A member of an object that may be truncated after it. */
function memberOf(text: string, key: string): JsonNode | undefined {
  try {
    for (const [name, node] of JsonNode.parse(new JsonText(text.trimStart())).entries()) if (name === key) return node;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  return undefined;
}

function readFrame(text: string, lengths: readonly number[]): unknown {
  const place = (offset: number) => placeOfFrame(text, offset, lengths);
  return parseJson(text, undefined, { levels: 0, path: [], behind: "the end of the text", place });
}

function syntaxErrorIn(read: () => unknown): JsonSyntaxError | undefined {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  return undefined;
}

/** The position in the body of a character in the frame: for each trajectory before it the frame has a `0`. */
function placeOfFrame(text: string, offset: number, lengths: readonly number[]): number {
  let before = 0;
  const cutter = new TrajectoryCutter({ trajectory: () => (before += 1), group: () => {} });
  cutter.push(new TextEncoder().encode(text.slice(0, offset)));
  cutter.finish();
  return placeInBody(offset, lengths.slice(0, before));
}

function placeInBody(frameChars: number, lengths: readonly number[]): number {
  return lengths.reduce((place, length) => place + length - 1, frameChars);
}

function refusalOf(error: JsonSyntaxError): AppError {
  return new AppError(error.reason === "depth" ? "invalid" : "not_json", error.message, { cause: error });
}
