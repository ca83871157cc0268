import { ApiError } from "@/lib/client/api-error";
import { readEvents } from "@/lib/client/event-stream";
import { createListeners, type Listen } from "@/lib/client/listeners";
import type { JsonText } from "@/lib/json/text";
import { Answer } from "@/lib/chat/answer";
import { sourceOf } from "@/lib/playground/answer-source";
import { type PrefixPart, prefixOfBody } from "@/lib/playground/prefix";
import type { VariableValues } from "@/lib/playground/variables";
import type { OpenAnswer } from "@/lib/queries/chat";

import type { KeptRuns } from "./kept-runs";
import type { PaneRun, RunFailure } from "./pane-run";
import { isSamePane, type Slot, slotKey } from "./slot";

/** Minimum time between two renders of a stream, milliseconds. */
const DRAW_MS = 60;
/** Maximum number of runs that are kept; the oldest are removed. */
const MAX_RUNS = 64;

interface Asked {
  /** The version of a prompt that the messages are from. */
  promptRef: string | undefined;
  /** The row that filled their variables. */
  rowRef: string | undefined;
  signal: AbortSignal;
}

export interface RunStoreOptions {
  open: (body: JsonText, asked: Asked) => Promise<OpenAnswer>;
  now?: () => number;
  kept?: KeptRuns;
}

type OnEnd = (run: PaneRun) => void;

interface RunRequest {
  body: JsonText;
  /** The fork in the pane. */
  prefix: readonly PrefixPart[];
  /** The values in the messages. */
  variables: VariableValues;
  /** The version of a prompt that the messages are from. */
  promptRef?: string | undefined;
  /** The row that filled their variables. */
  rowRef?: string | undefined;
}

/** The last run of each slot, and at most one running in a pane. */
export interface RunStore {
  runOf(slot: Slot): PaneRun | undefined;
  readonly isRunning: boolean;
  start(slot: Slot, request: RunRequest): Promise<void>;
  /** Stops the run in a slot's pane, or all runs. */
  stop(slot?: Slot): void;
  /** Stops a run in a slot's pane that belongs to another slot, since it is no longer visible. */
  keepTo(slot: Slot): void;
  /** Shows the run of one slot in another of the same pane, replacing its run. */
  move(from: Slot, to: Slot): void;
  subscribe: Listen;
  /** Calls back when a run ends, for any reason; returns a function that removes the listener. */
  onEnd: (listener: OnEnd) => () => void;
}

export function createRunStore({ open, now = Date.now, kept }: RunStoreOptions): RunStore {
  const runs = kept?.read() ?? new Map<string, PaneRun>();
  const running = new Map<string, { slot: Slot; stop: AbortController }>();
  const forget = (entry: { slot: Slot }) => running.delete(slotKey(entry.slot));
  const { subscribe, notify } = createListeners();
  const endListeners = new Set<OnEnd>();
  const set = (run: PaneRun) => {
    runs.set(slotKey(run.slot), run);
    notify();
  };
  const stopWhere = (isMeant: (slot: Slot) => boolean) => {
    for (const { slot, stop } of running.values()) if (isMeant(slot)) stop.abort();
  };

  async function start(slot: Slot, { body, prefix, variables, promptRef, rowRef }: RunRequest): Promise<void> {
    stopWhere((other) => isSamePane(other, slot));
    const entry = { slot, stop: new AbortController() };
    const { stop } = entry;
    running.set(slotKey(slot), entry);
    const answer = new Answer();
    let run: PaneRun = {
      slot,
      source: sourceOf(body),
      prefix: prefix.length > 0 ? prefix : prefixOfBody(body),
      variables,
      state: "running",
      body,
      answer: answer.view,
      raw: () => answer.raw,
      startedAt: now(),
    };
    const isCurrent = () => running.get(slotKey(entry.slot)) === entry;
    const change = (next: Partial<PaneRun>) => {
      run = { ...run, ...next, slot: entry.slot };
      if (isCurrent()) set(run);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      change({ answer: answer.view });
    };
    set(run);
    dropOldest(runs);
    kept?.write(runs.values());
    const end: Partial<PaneRun> = { state: "done" };
    try {
      const opened = await open(body, { promptRef, rowRef, signal: stop.signal });
      const { callId, server } = opened;
      change({ source: sourceOf(body, server), ...(callId === undefined ? {} : { callId }) });
      for await (const data of readAnswer(opened.answer, stop.signal)) {
        if (data.isWhole) answer.whole(data.text);
        else answer.chunk(data.text);
        if (run.firstTokenMs === undefined && answer.hasBegun) change({ firstTokenMs: now() - run.startedAt });
        timer ??= setTimeout(draw, DRAW_MS);
        if (answer.isDone) break;
      }
      const failure = failureOfAnswer(answer);
      if (failure) Object.assign(end, { state: "failed", failure });
    } catch (error) {
      Object.assign(end, stop.signal.aborted ? { state: "stopped" } : failed(error, body));
    }
    clearTimeout(timer);
    change({ ...end, answer: answer.view, totalMs: now() - run.startedAt });
    if (!isCurrent()) return;
    forget(entry);
    set(run);
    kept?.write(runs.values());
    for (const listener of endListeners) listener(run);
  }

  return {
    runOf: (slot) => runs.get(slotKey(slot)),
    get isRunning() {
      return running.size > 0;
    },
    start,
    stop: (slot) => stopWhere((other) => slot === undefined || isSamePane(other, slot)),
    keepTo: (slot) => stopWhere((other) => isSamePane(other, slot) && slotKey(other) !== slotKey(slot)),
    move(from, to) {
      const entry = running.get(slotKey(from));
      if (entry) {
        forget(entry);
        entry.slot = to;
        running.set(slotKey(to), entry);
      }
      const run = runs.get(slotKey(from));
      if (!run) return;
      runs.delete(slotKey(from));
      set({ ...run, slot: to });
      kept?.write(runs.values());
    },
    subscribe,
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
  };
}

function dropOldest(runs: Map<string, PaneRun>): void {
  const ended = [...runs].filter(([, { state }]) => state !== "running");
  const tooMany = ended
    .toSorted(([, a], [, b]) => a.startedAt - b.startedAt)
    .slice(0, Math.max(0, runs.size - MAX_RUNS));
  for (const [key] of tooMany) runs.delete(key);
}

/** The content of the response: events, or one text, whatever its content type. */
async function* readAnswer(answer: Response, signal: AbortSignal): AsyncGenerator<{ text: string; isWhole: boolean }> {
  const isStream = answer.headers.get("content-type")?.includes("text/event-stream");
  if (isStream && answer.body) {
    for await (const text of readEvents(answer.body, signal)) yield { text, isWhole: false };
    return;
  }
  const text = await answer.text().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiError("cut_off", "The answer was cut off because the connection was lost.", { cause });
  });
  yield { text, isWhole: true };
}

function failureOfAnswer(answer: Answer): RunFailure | undefined {
  const { error, choices } = answer.view;
  if (error) return error;
  if (answer.isDone && answer.unreadable === 0) return undefined;
  if (answer.isFinished) return undefined;
  if (answer.unreadable > 0 && choices.length === 0)
    return { message: "The model server's response is not valid JSON." };
  return answer.isDone
    ? undefined
    : { message: "The answer was cut off before the model server reported it complete." };
}

/** An error is recorded too if it came from a model server. */
function failed(error: unknown, body: JsonText): Partial<PaneRun> {
  const { callId, upstream } = error instanceof ApiError ? error : {};
  return {
    state: "failed",
    failure: failureOf(error),
    ...(upstream === undefined ? {} : { source: sourceOf(body, upstream) }),
    ...(callId === undefined ? {} : { callId }),
  };
}

function failureOf(error: unknown): RunFailure {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, requestId, errors, code } = error;
  const param = errors[0]?.path;
  return { message, code, ...(requestId ? { requestId } : {}), ...(param ? { param } : {}) };
}
