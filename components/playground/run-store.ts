import { ApiError } from "@/lib/client/api-error";
import { readEvents } from "@/lib/client/event-stream";
import { createListeners, type Listen } from "@/lib/client/listeners";
import type { JsonText } from "@/lib/contract/json/text";
import { Answer } from "@/lib/chat/answer";
import type { OpenAnswer } from "@/lib/queries/chat";

import type { KeptRuns } from "./kept-runs";
import type { PaneRun, RunFailure } from "./pane-run";

/** How often what streams in is drawn at most, milliseconds. */
const DRAW_MS = 60;

export interface RunStoreOptions {
  open: (body: JsonText, signal: AbortSignal) => Promise<OpenAnswer>;
  now?: () => number;
  kept?: KeptRuns;
}

type OnEnd = (pane: string, run: PaneRun) => void;

/** The runs of a page's panes: a pane is told of its own only. */
export interface RunStore {
  runOf(pane: string): PaneRun | undefined;
  readonly isRunning: boolean;
  start(pane: string, body: JsonText): Promise<void>;
  stop(pane?: string): void;
  /** Stops and forgets all: another document has other panes under the same ids. */
  clear(): void;
  subscribe: Listen;
  /** Tells of each run that comes to its end, whatever that is; returns what stops the telling. */
  onEnd: (listener: OnEnd) => () => void;
}

export function createRunStore({ open, now = Date.now, kept }: RunStoreOptions): RunStore {
  const runs = kept?.read() ?? new Map<string, PaneRun>();
  const stops = new Map<string, AbortController>();
  const { subscribe, notify } = createListeners();
  const endListeners = new Set<OnEnd>();
  const set = (pane: string, run: PaneRun) => {
    runs.set(pane, run);
    notify();
  };

  async function start(pane: string, body: JsonText): Promise<void> {
    stops.get(pane)?.abort();
    const stop = new AbortController();
    stops.set(pane, stop);
    const answer = new Answer();
    let run: PaneRun = { state: "running", body, answer: answer.view, raw: () => answer.raw, startedAt: now() };
    const isCurrent = () => stops.get(pane) === stop;
    const change = (next: Partial<PaneRun>) => {
      run = { ...run, ...next };
      if (isCurrent()) set(pane, run);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const draw = () => {
      timer = undefined;
      change({ answer: answer.view });
    };
    set(pane, run);
    kept?.write(runs);
    const end: Partial<PaneRun> = { state: "done" };
    try {
      const opened = await open(body, stop.signal);
      change(opened.callId === undefined ? {} : { callId: opened.callId });
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
      Object.assign(end, stop.signal.aborted ? { state: "stopped" } : failed(error));
    }
    clearTimeout(timer);
    change({ ...end, answer: answer.view, totalMs: now() - run.startedAt });
    if (!isCurrent()) return;
    stops.delete(pane);
    set(pane, run);
    kept?.write(runs);
    for (const listener of endListeners) listener(pane, run);
  }

  return {
    runOf: (pane) => runs.get(pane),
    get isRunning() {
      return stops.size > 0;
    },
    start,
    stop(pane) {
      for (const [running, controller] of stops) if (pane === undefined || pane === running) controller.abort();
    },
    clear() {
      for (const controller of stops.values()) controller.abort();
      stops.clear();
      runs.clear();
      kept?.write(runs);
      notify();
    },
    subscribe,
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
  };
}

/** What the answer holds: events, or one text whatever it says it is. */
async function* readAnswer(answer: Response, signal: AbortSignal): AsyncGenerator<{ text: string; isWhole: boolean }> {
  const isStream = answer.headers.get("content-type")?.includes("text/event-stream");
  if (isStream && answer.body) {
    for await (const text of readEvents(answer.body, signal)) yield { text, isWhole: false };
    return;
  }
  const text = await answer.text().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ApiError("cut_off", "The answer was cut off: the connection broke.", { cause });
  });
  yield { text, isWhole: true };
}

function failureOfAnswer(answer: Answer): RunFailure | undefined {
  const { error, choices } = answer.view;
  if (error) return error;
  if (answer.isDone && answer.unreadable === 0) return undefined;
  if (answer.isFinished) return undefined;
  if (answer.unreadable > 0 && choices.length === 0)
    return { message: "The model's server answered something that is not JSON." };
  return answer.isDone
    ? undefined
    : { message: "The answer was cut off before the model's server said that it was complete." };
}

/** A refusal is recorded too, where it came from a model's server. */
function failed(error: unknown): Partial<PaneRun> {
  const callId = error instanceof ApiError ? error.callId : undefined;
  return { state: "failed", failure: failureOf(error), ...(callId === undefined ? {} : { callId }) };
}

function failureOf(error: unknown): RunFailure {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : String(error) };
  const { message, requestId, errors, code } = error;
  const param = errors[0]?.path;
  return { message, code, ...(requestId ? { requestId } : {}), ...(param ? { param } : {}) };
}
