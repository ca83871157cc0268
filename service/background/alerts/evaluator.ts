import type { Logger } from "pino";
import { v7 as uuidV7 } from "uuid";
import { AppError } from "@/lib/contract/app-error";
import type { AlertEventKind } from "@/lib/contract/alerts";
import { toTimestamp } from "@/lib/contract/time";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { DueAlert, Evaluation, NewEvent } from "@/service/store/alerts/alerts-store";
import type { Store } from "@/service/store/store";
import { type Statistics, measure } from "./measure";
import { notificationBody } from "./notification";
import { nextSchedule, skippedWindows, windowStart } from "./schedule";
import { type WindowResult, transition } from "./transition";

/** Alerts that are claimed between two looks for others that are due. */
const ALERTS_PER_ROUND = 200;
const FIRST_RETRY_MS = 30_000;
/** After this many failures, a window counts as one that cannot be evaluated, and the next one follows. */
const MOST_FAILURES = 4;

type EvaluatorOptions = {
  store: Pick<Store, "dueAlerts" | "claimAlert" | "recordEvaluation" | "delayAlert">;
  /** Identifies this process. */
  holder: string;
  /** Of all dispatchers of the process. */
  quarantine: Quarantine;
  statistics: Statistics;
  /** The time, normalized; the same for all replicas. */
  now: () => Promise<string>;
  /** Public address of the dashboard, for links. */
  dashboardUrl?: string;
  logger: Logger;
  onEvaluated: (state: string) => void;
};

/** Evaluates the windows of alerts. Every replica has one; each window is evaluated by one of them. */
export class Evaluator {
  readonly #options: EvaluatorOptions;

  constructor(options: EvaluatorOptions) {
    this.#options = options;
  }

  /** Evaluates all windows that are due: those of an alert in order, and projects in turn. */
  async evaluateDue(signal: AbortSignal): Promise<boolean> {
    const { store, now, holder, quarantine } = this.#options;
    let hasEvaluated = false;
    for (let found = 1; found > 0 && !signal.aborted;) {
      const due = await store.dueAlerts(await now(), ALERTS_PER_ROUND);
      found = 0;
      for (const key of due) {
        if (signal.aborted) return hasEvaluated;
        const suspects = quarantine.isFree ? "too" : "not";
        const alert = await store.claimAlert(key, await now(), holder, suspects);
        if (!alert) continue;
        found += 1;
        hasEvaluated = true;
        if (alert.isSuspect) quarantine.enter(alert);
        await this.#evaluateNext(alert).finally(() => quarantine.leave(alert));
      }
    }
    return hasEvaluated;
  }

  async #evaluateNext(alert: DueAlert): Promise<void> {
    const { store, now, onEvaluated } = this.#options;
    const skipped = skippedWindows(alert.definition, alert.nextEnd, await now());
    if (skipped) {
      await store.recordEvaluation(alert, this.#skip(alert, skipped), await now());
      return;
    }
    const result = await this.#measure(alert);
    if (!result) return;
    const { progress, isEvent, isNotified } = transition(alert, alert.definition, result, {
      windowEnd: alert.nextEnd,
      isMuted: isMuted(alert, await now()),
    });
    const measured = measuredOf(result);
    const event = isEvent ? this.#event(alert, progress.state, measured, isNotified, await now()) : undefined;
    const evaluation = { ...nextSchedule(alert.definition, alert.nextEnd), progress, result: measured, event };
    if (await store.recordEvaluation(alert, evaluation, await now())) onEvaluated(progress.state);
  }

  /** Undefined if it failed and is to be tried again. */
  async #measure(alert: DueAlert): Promise<WindowResult | undefined> {
    const { store, statistics, logger, now } = this.#options;
    const { project_id, definition, nextEnd, failures } = alert;
    const window = { start: windowStart(definition, nextEnd), end: nextEnd };
    try {
      return await measure(statistics, project_id, definition, window);
    } catch (error) {
      const isFinal = error instanceof AppError && error.code === "invalid";
      if (isFinal || failures + 1 >= MOST_FAILURES) return { type: "error", reason: reasonOf(error) };
      logger.warn({ error: String(error) }, "evaluating an alert failed; will retry");
      await store.delayAlert(alert, later(await now(), FIRST_RETRY_MS * 2 ** failures));
      return undefined;
    }
  }

  #event(
    alert: DueAlert,
    kind: AlertEventKind,
    measured: Pick<NewEvent, "value" | "baseline" | "reason">,
    isNotified: boolean,
    now: string,
  ): NewEvent {
    const { definition, nextEnd: windowEnd, channels } = alert;
    const window = { windowStart: windowStart(definition, windowEnd), windowEnd };
    const event = { kind, ...window, ...measured, isMuted: isMuted(alert, now) };
    if (!isNotified) return { ...event, deliveries: [] };
    const { dashboardUrl } = this.#options;
    return {
      ...event,
      deliveries: channels.map(({ id: channelId, format }) => ({
        id: uuidV7(),
        channelId,
        body: notificationBody(format, { alert, event, dashboardUrl }),
      })),
    };
  }

  /** Windows that are left out are not successive with those that follow. */
  #skip(alert: DueAlert, { windows, lastEnd }: { windows: number; lastEnd: string }): Evaluation {
    const { state, firedAt, isNotified, definition } = alert;
    const event: NewEvent = {
      kind: "skipped",
      windowStart: windowStart(definition, alert.nextEnd),
      windowEnd: lastEnd,
      reason: "The service was not running, or too busy, or the alert was stopped",
      windows,
      isMuted: false,
      deliveries: [],
    };
    return { ...nextSchedule(definition, lastEnd), progress: { state, firedAt, isNotified, breaches: 0 }, event };
  }
}

function measuredOf(result: WindowResult): Pick<NewEvent, "value" | "baseline" | "reason"> {
  if (result.type === "error") return { reason: result.reason };
  const { value, baseline } = result;
  return { value, baseline, reason: result.type === "no_data" ? result.reason : undefined };
}

const isMuted = ({ mutedUntil }: DueAlert, now: string) => mutedUntil !== undefined && mutedUntil > now;

const later = (time: string, ms: number) => toTimestamp(Date.parse(time) + ms);

/** The message of an error that names the request's fields; others are only logged. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.code !== "internal") return error.message;
  return "The window could not be evaluated; the log has the reason";
}
