import * as z from "zod";

import { Answer } from "@/lib/chat/answer";
import { JsonText } from "@/lib/contract/json/text";

import type { PaneRun } from "./pane-run";

const prefix = "loupe:playground-answers:";
/** Longest that all answers are together with what was sent, characters: a tab has some five million. */
const MAX_CHARS = 1_500_000;

const keptRun = z.object({
  pane: z.string(),
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

/** Where the last run of each pane outlives a reload. */
export interface KeptRuns {
  /** By pane. */
  read(): Map<string, PaneRun>;
  /** Keeps those that have come to their end, and no others; the oldest give way when they are too long together. */
  write(runs: ReadonlyMap<string, PaneRun>): void;
}

/** The runs of a project's playground that this tab keeps: another tab has its own, and none outlives it. */
export function keptRuns(
  projectId: string,
  storage: () => Pick<Storage, "getItem" | "setItem"> = () => sessionStorage,
): KeptRuns {
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage().getItem(prefix + projectId) ?? "[]");
        return new Map(
          z
            .array(keptRun)
            .parse(stored)
            .map((run) => [run.pane, restored(run)]),
        );
      } catch {
        return new Map();
      }
    },
    write(runs) {
      try {
        storage().setItem(prefix + projectId, JSON.stringify(newest([...runs].flatMap(toKeep))));
      } catch {
        // Storage is full or forbidden: the traces have the answers too.
      }
    },
  };
}

function toKeep([pane, { state, body, raw, startedAt, firstTokenMs, totalMs, callId, failure }]: [
  string,
  PaneRun,
]): KeptRun[] {
  if (state === "running") return [];
  return [{ pane, state, body: body.text, raw: raw(), startedAt, firstTokenMs, totalMs, callId, failure }];
}

function newest(runs: readonly KeptRun[]): KeptRun[] {
  let chars = 0;
  return runs
    .toSorted((one, other) => other.startedAt - one.startedAt)
    .filter(({ body, raw }) => {
      chars += body.length + raw.length;
      return chars <= MAX_CHARS;
    });
}

function restored({ pane: _pane, body, raw, ...run }: KeptRun): PaneRun {
  const answer = new Answer();
  answer.whole(raw);
  return { ...run, body: new JsonText(body), answer: answer.view, raw: () => raw };
}
