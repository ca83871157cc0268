import { type SafeStorage, storedJson, tabStorage } from "@/components/ui/safe-storage";
import * as z from "zod";

import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/json/text";
import { sourceOf } from "@/lib/playground/answer-source";
import { prefixOfBody, prefixParts, prefixText } from "@/lib/playground/prefix";
import { FORMER_SESSION } from "@/lib/playground/session";
import { variableValues } from "@/lib/playground/variables";

import type { PaneRun } from "./pane-run";
import { type Slot, slotKey } from "./slot";

const prefix = "loupe:playground-answers:";
/** Maximum length of all answers with their requests, characters: a tab can store about five million. */
const MAX_CHARS = 1_500_000;

const keptRun = z.object({
  /** Absent in runs that were stored before playgrounds had ids, like the next two. */
  session: z.string().optional(),
  pane: z.string(),
  server: z.string().optional(),
  /** The forced beginning of the answer. */
  prefix: prefixParts.optional(),
  /** Whether it is shown when its pane has no fork any more. */
  isSettled: z.boolean().optional(),
  /** Absent in runs that were stored before answers had them. */
  variables: variableValues.optional(),
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

/** Keeps the last run of each slot across reloads. */
export interface KeptRuns {
  /** By the key of its slot. */
  read(): Map<string, PaneRun>;
  /** Keeps completed runs only; the oldest are removed when they are too long together. */
  write(runs: Iterable<PaneRun>): void;
}

/** The runs of a project's playground in this tab: each tab has its own, and they end with it. */
export function keptRuns(projectId: string, storage: SafeStorage = tabStorage): KeptRuns {
  const key = prefix + projectId;
  return {
    read() {
      const stored = z.array(keptRun).safeParse(storedJson(storage.read(key))).data ?? [];
      return new Map(stored.map(restored).map((run) => [slotKey(run.slot), run]));
    },
    // If the storage is full or blocked, the traces still have the answers.
    write: (runs) => void storage.write(key, JSON.stringify(newest([...runs].flatMap(toKeep)))),
  };
}

function toKeep({ slot, source, state, body, raw, ...run }: PaneRun): KeptRun[] {
  if (state === "running") return [];
  const { variables, startedAt, firstTokenMs, totalMs, callId, failure } = run;
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
      variables,
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
    .filter(({ body, raw, variables = {} }) => {
      const length = body.length + raw.length + JSON.stringify(variables).length;
      if (length > left) return false;
      left -= length;
      return true;
    });
}

/** The requested model, even if the pane has another by then. */
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
