import * as z from "zod";
import { invalidField } from "@/lib/contract/validate";
import type { Role } from "@/lib/contract/endpoint";
import { projectId } from "@/lib/contract/primitives";
import type { Client } from "@/lib/client/client";
import type { Page } from "./fence";

/** Tokens of an answer: by default, at least and at most. */
export const BUDGET = { normal: 2_000, least: 400, most: 25_000 };

/** On whose behalf a tool runs. */
export interface Caller {
  /** A client of this service with the caller's key: rights, limits and the audit log are those of the endpoints. */
  client: Client;
  /** Aborts when the caller has canceled the call or disconnected. */
  signal: AbortSignal;
  /** The project of a call that names none. */
  defaultProject: string;
  now: number;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** For a model: what it does, and examples of calls. */
  description: string;
  /** The role that the key needs on some project; more than `viewer` for tools that write. */
  role: Role;
  /** Whether it changes or removes what is there, rather than adding to it. */
  isDestructive?: true;
  input: Input;
  run: (args: z.output<Input>, caller: Caller) => Promise<Page>;
}

/** A tool, whose arguments `run` gets as its schema reads them. */
export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Tool<Input> {
  return definition;
}

/** Arguments that most tools have. */
export const project = projectId.optional().describe("Project as entity/name; default: the key's own");
export const budget = z
  .int("must be a whole number")
  .min(BUDGET.least, `must be at least ${BUDGET.least}`)
  .max(BUDGET.most, `must be at most ${BUDGET.most}`)
  .optional()
  .describe(`Most tokens of the answer, ${BUDGET.least} to ${BUDGET.most}; default ${BUDGET.normal}`);
export const cursor = z.string().optional().describe("Of the answer before, to read on");
export const filter = z.string().optional().describe('Filter, such as status:error latency>2s has(kind:tool) "refund"');

/** At most this many items of a list. */
export const limit = (normal: number, most: number) =>
  z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(most, `must be at most ${most}`)
    .default(normal)
    .describe(`Most items, 1 to ${most}`);

/** A place in a list, as text for the caller. */
function writeCursor(place: string | number): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The place that a cursor names. Throws `invalid` for a text that is none of this kind of list. */
export function readCursor<Kind extends "string" | "number">(
  written: string | undefined,
  kind: Kind,
): (Kind extends "string" ? string : number) | undefined;
export function readCursor(written: string | undefined, kind: "string" | "number"): string | number | undefined {
  if (written === undefined) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(written, "base64url").toString("utf8"));
    if (kind === "string" && typeof place === "string") return place;
    if (kind === "number" && typeof place === "number" && Number.isSafeInteger(place) && place >= 0) return place;
  } catch {
    // Refused below.
  }
  throw invalidField("cursor", "is not a cursor of an answer of this tool");
}

/** The note with which an answer ends that goes on. */
export function moreNote(place: string | number): string {
  return `More: repeat the call with cursor "${writeCursor(place)}".`;
}
