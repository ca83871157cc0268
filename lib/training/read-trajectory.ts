import * as z from "zod";
import { AppError } from "@/lib/contract/app-error";
import { preview } from "@/lib/json/plain";
import { JsonSyntaxError } from "@/lib/json/scan";
import { parseJson } from "@/lib/json/slice";
import { slicePlan } from "@/lib/json/slice-plan";
import { JsonText } from "@/lib/json/text";
import { trajectory } from "@/lib/contract/training";
import { validate } from "@/lib/contract/validate";
import { estimateMessageTokens } from "./estimate-tokens";
import { hashText } from "./hash-text";
import { itemRanges, memberRanges, type TextRange } from "./json-ranges";
import type { TrajectoryRow } from "./trajectory-row";

/** A missing reward is not an error yet: the trajectory can be left out, or given a reward. */
const unscored = trajectory.extend({ reward: z.number().nullish() });

const plan = slicePlan(unscored);

const MOST_LABELS = 8;
const LABEL_CHARS = 80;
const TITLE_CHARS = 90;

/** A trajectory parsed from JSON, without its position. */
export type ReadTrajectory = Omit<TrajectoryRow, "start" | "end" | "place" | "nullReward"> & {
  /** Range in the text. */
  nullReward?: TextRange;
};

/**
 * Parses one trajectory, without surrounding space, as the service would, except that its reward may be missing. Throws
 * `JsonSyntaxError`, and the AppError `invalid` with every invalid path.
 */
export function readTrajectory(text: string): ReadTrajectory {
  const { messages_and_choices: messages, reward, tools, metadata } = validate(unscored, parseJson(text, plan));
  const members = memberRanges(text, 0);
  const list = members?.get("messages_and_choices") ?? { start: 0, end: 0 };
  const items = itemRanges(text, list.start) ?? [];
  const first = messages.findIndex((message) => message.role === undefined || message.role === "assistant");
  const opening = items.slice(0, first === -1 ? items.length - 1 : first);
  const system = opening.slice(
    0,
    messages.findIndex(({ role }) => role !== "system" && role !== "developer"),
  );
  const nullReward = reward === null ? members?.get("reward") : undefined;
  return {
    reward: reward ?? undefined,
    ...(nullReward ? { nullReward } : {}),
    messages: messages.length,
    tokens: estimateMessageTokens(messages, tools),
    messagesHash: hashText(text.slice(list.start, list.end)),
    opening: hashText(text.slice(opening[0]?.start ?? 0, opening.at(-1)?.end ?? 0)),
    system: system.length === 0 ? "" : hashText(text.slice(system[0]?.start ?? 0, system.at(-1)?.end ?? 0)),
    title: preview(new JsonText(`[${text.slice(opening[0]?.start ?? 0, opening.at(-1)?.end ?? 0)}]`), TITLE_CHARS),
    labels: labelsOf(metadata),
  };
}

/** Short values of the metadata; longer ones are not useful as names of groups. */
function labelsOf(metadata: Record<string, unknown> | null | undefined): Record<string, string> {
  const labels: [string, string][] = [];
  for (const [name, value] of Object.entries(metadata ?? {})) {
    const text = typeof value === "string" ? value : ["number", "boolean"].includes(typeof value) ? String(value) : "";
    if (text !== "" && text.length <= LABEL_CHARS && labels.length < MOST_LABELS) labels.push([name, text]);
  }
  return Object.fromEntries(labels);
}

/** The error of an invalid text in one sentence; rethrows unexpected errors. */
export function problemOf(error: unknown): string {
  if (error instanceof JsonSyntaxError) return error.message;
  if (error instanceof AppError) return error.message;
  throw error;
}
