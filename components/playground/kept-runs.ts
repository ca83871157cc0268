import { type SafeStorage, storedJson, tabStorage } from "@/components/ui/safe-storage";
import * as z from "zod";

import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/json/text";
import { sourceOf } from "@/lib/playground/answer-source";
import { prefixOfBody, prefixParts, prefixText } from "@/lib/playground/prefix";
import { FORMER_SESSION } from "@/lib/playground/session";

import type { PaneRun } from "./pane-run";
import { type Slot, slotKey } from "./slot";

const prefix = "loupe:playground-answers:";
/** Longest that all answers are together with what was sent, characters: a tab has some five million. */
const MAX_CHARS = 1_500_000;

const keptRun = z.object({
  /** Absent in what was kept before playgrounds had ids, as the next two. */
  session: z.string().optional(),
  pane: z.string(),
  server: z.string().optional(),
  /** What was forced on it. */
  prefix: prefixParts.optional(),
  /** Whether it is shown where its pane has no fork any more. */
  isSettled: z.boolean().optional(),
  state: z.enum(["done", "stopped", "failed"]),
  body: z.string(),
  raw: z.string(),
  startedAt: z.number(),
  firstTokenMs: z.number().optional(),
  totalMs: z.number().optional(),
  callId: z.string().optional(),
  failure: z
    .object({
      message: z.string(),
      param: z.string().optional(),
      type: z.string().optional(),
      code: z.string().optional(),
      requestId: z.string().optional(),
    })
    .optional(),
});
type KeptRun = z.infer<typeof keptRun>;

/** Where the last run of each slot outlives a reload. */
export interface KeptRuns {
  /** By the key of its slot. */
  read(): Map<string, PaneRun>;
  /** Keeps those that have come to their end, and no others; the oldest give way when they are too long together. */
  write(runs: Iterable<PaneRun>): void;
}

/** The runs of a project's playground that this tab keeps: another tab has its own, and none outlives it. */
export function keptRuns(projectId: string, storage: SafeStorage = tabStorage): KeptRuns {
  const key = prefix + projectId;
  return {
    read() {
      const stored = z.array(keptRun).safeParse(storedJson(storage.read(key))).data ?? [];
      return new Map(stored.map(restored).map((run) => [slotKey(run.slot), run]));
    },
    // Where the storage is full or blocked, the traces have the answers too.
    write: (runs) => void storage.write(key, JSON.stringify(newest([...runs].flatMap(toKeep)))),
  };
}

function toKeep({ slot, source, state, body, raw, ...run }: PaneRun): KeptRun[] {
  if (state === "running") return [];
  const { startedAt, firstTokenMs, totalMs, callId, failure } = run;
  const { session, pane } = slot;
  const isForked = run.prefix.some(({ isForced }) => isForced);
  const prefix = slot.prefix === "" && !isForked ? undefined : [...run.prefix];
  const isSettled = (isForked && slot.prefix === "") || undefined;
  const { server } = source;
  return [
    {
      session,
      pane,
      server,
      prefix,
      isSettled,
      state,
      body: body.text,
      raw: raw(),
      startedAt,
      firstTokenMs,
      totalMs,
      callId,
      failure,
    },
  ];
}

function newest(runs: readonly KeptRun[]): KeptRun[] {
  let left = MAX_CHARS;
  return runs
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .filter(({ body, raw }) => {
      const length = body.length + raw.length;
      if (length > left) return false;
      left -= length;
      return true;
    });
}

/** The model is the one that was asked for, whatever the pane had by then. */
function restored({
  session = FORMER_SESSION,
  pane,
  server,
  prefix = [],
  isSettled,
  body,
  raw,
  ...run
}: KeptRun): PaneRun {
  const answer = new Answer();
  answer.whole(raw);
  const sent = new JsonText(body);
  const source = sourceOf(sent, server);
  const slot: Slot = { session, pane, model: source.model, prefix: isSettled ? "" : prefixText(prefix) };
  return {
    ...run,
    slot,
    source,
    prefix: prefix.length > 0 ? prefix : prefixOfBody(sent),
    body: sent,
    answer: answer.view,
    raw: () => raw,
  };
}
