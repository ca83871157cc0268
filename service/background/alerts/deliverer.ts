import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { toTimestamp } from "@/lib/contract/time";
import type { DeliveryKey, DeliveryOutcome, DueDelivery } from "@/service/store/alerts/alerts-store";
import { webhookId } from "@/service/store/alerts/history";
import type { Store } from "@/service/store/store";
import type { Secrets } from "@/service/secrets/secrets";
import { type Receiver, openReceiver } from "./receiver";
import { signatureHeaders } from "./signature";
import type { Attempt, WebhookClient } from "./webhook";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pauses before the second and each further attempt; after the last one it is given up, about eight hours later. */
const RETRY_AFTER_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
export const MOST_ATTEMPTS = RETRY_AFTER_MS.length + 1;

/** Attempts at once, and those of one project: its receivers, if they do not respond, must not delay those of others. */
const AT_ONCE = 8;
const AT_ONCE_PER_PROJECT = 2;
const LONGEST_WAIT_MS = 1_000;

/** The receiver does not exist any more. */
const GONE = 410;

const SEALED_OTHERWISE =
  "The address cannot be decrypted: it was stored with another LOUPE_SECRET. Enter it again, or restore the secret.";

type DelivererOptions = {
  store: Pick<Store, "dueDeliveries" | "claimDelivery" | "settleDelivery">;
  client: WebhookClient;
  /** What the receivers of channels are sealed with. */
  secrets: Secrets;
  /** The time, normalized; the same for all replicas. */
  now: () => Promise<string>;
  logger: Logger;
  onAttempt: (outcome: "delivered" | "retried" | "failed") => void;
};

/** Sends the notifications of alerts. Every replica has one; each attempt is made by one of them. */
export class Deliverer {
  readonly #options: DelivererOptions;
  /** The attempts in progress, and the project of each. */
  readonly #running = new Map<Promise<void>, string>();

  constructor(options: DelivererOptions) {
    this.#options = options;
  }

  /** Starts attempts until none is due. */
  async deliverDue(signal: AbortSignal): Promise<boolean> {
    const { store, now } = this.#options;
    let hasDelivered = false;
    while (!signal.aborted) {
      const due = await store.dueDeliveries(await now(), { count: AT_ONCE, ofProject: AT_ONCE_PER_PROJECT });
      if (due.length === 0) break;
      hasDelivered = true;
      const startable = due.filter(({ project_id }) => this.#hasRoomFor(project_id));
      for (const key of startable) await this.#start(key);
      if (startable.length === 0) await this.#oneEnds(signal);
    }
    return hasDelivered;
  }

  /** Settles once no attempt is in progress. */
  async finish(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  #hasRoomFor(project: string): boolean {
    const ofProject = [...this.#running.values()].filter((running) => running === project);
    return this.#running.size < AT_ONCE && ofProject.length < AT_ONCE_PER_PROJECT;
  }

  /** Waits for the end of an attempt, but not long: meanwhile notifications of other projects may become due. */
  async #oneEnds(signal: AbortSignal): Promise<void> {
    const waiting = pause(LONGEST_WAIT_MS, undefined, { signal }).catch(() => undefined);
    await Promise.race([waiting, ...this.#running.keys()]);
  }

  async #start(key: DeliveryKey): Promise<void> {
    if (!this.#hasRoomFor(key.project_id)) return;
    const { store, now } = this.#options;
    const startedAt = await now();
    const due = await store.claimDelivery(key, startedAt);
    if (!due) return;
    const attempt = this.#attempt(due, startedAt);
    this.#running.set(attempt, key.project_id);
    void attempt.then(() => this.#running.delete(attempt));
  }

  /** Never rejects: what cannot be stored is sent again, once the claim has expired. */
  async #attempt(due: DueDelivery, startedAt: string): Promise<void> {
    const { store, now, onAttempt, logger } = this.#options;
    try {
      const attempt = await this.#post(due, startedAt);
      const outcome = outcomeOf(attempt, due.attempt, attempt.isPrivate ? startedAt : await now());
      await store.settleDelivery(due, outcome);
      onAttempt(outcome.isDelivered ? "delivered" : outcome.retryAt === undefined ? "failed" : "retried");
    } catch (error) {
      logger.warn({ error: String(error) }, "storing the result of a notification failed; it will be sent again");
    }
  }

  async #post(due: DueDelivery, startedAt: string): Promise<Attempt> {
    const { client, secrets } = this.#options;
    const receiver = openReceiver(due.channel, secrets);
    if (!receiver) return { isDelivered: false, error: SEALED_OTHERWISE };
    return client.post(receiver.url, headersOf(due, receiver, startedAt), due.body);
  }
}

function headersOf({ id, body }: DueDelivery, { secret }: Receiver, now: string): Record<string, string> {
  if (secret === undefined) return {};
  const timestamp = Math.floor(Date.parse(now) / SECOND);
  return signatureHeaders(secret, { id: webhookId(id), timestamp, body });
}

function outcomeOf({ isDelivered, status, error }: Attempt, attempt: number, at: string): DeliveryOutcome {
  if (isDelivered) return { isDelivered, at, responseStatus: status };
  const pause = status === GONE ? undefined : RETRY_AFTER_MS[attempt - 1];
  return {
    isDelivered,
    at,
    responseStatus: status,
    error,
    retryAt: pause === undefined ? undefined : toTimestamp(Date.parse(at) + pause),
  };
}
