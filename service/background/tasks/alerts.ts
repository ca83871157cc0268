import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { toTimestamp } from "@/lib/contract/time";
import { Deliverer } from "@/service/background/alerts/deliverer";
import { Evaluator } from "@/service/background/alerts/evaluator";
import { sealReceivers } from "@/service/background/alerts/receiver";
import { WebhookClient } from "@/service/background/alerts/webhook";
import type { Quarantine } from "@/service/background/leases/quarantine";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import { Secrets, type SecretsSource } from "@/service/secrets/secrets";
import type { Metrics } from "@/service/telemetry/metrics";
import { timeStats } from "@/service/costs/call-stats";
import type { Store } from "@/service/store/store";
import { type WatchTasks, repeat } from "./repeat";

const EVALUATE_EVERY_MS = 2_000;
const DELIVER_EVERY_MS = 1_000;
/** A replica of an earlier version may still store receivers in clear. */
const SEAL_EVERY_MS = 60_000;

type AlertsOptions = {
  config: {
    /** Where notifications may be sent, and the dashboard's public address for links in them. */
    webhooks: OutboundRules & { dashboardUrl?: string };
    /** What the addresses and secrets of channels are sealed with. */
    secrets: SecretsSource;
  };
  store: Store;
  quarantine: Quarantine;
  diskIsFull: () => boolean;
  logger: Logger;
  metrics: Metrics;
  watch?: WatchTasks;
};

/**
 * Evaluates alerts and sends their notifications until the signal aborts; settles once no notification is being sent.
 * Every replica can run this; each window is evaluated, and each attempt made, by one of them.
 */
export async function keepAlerting(
  { config, store, quarantine, diskIsFull, logger, metrics, watch }: AlertsOptions,
  signal: AbortSignal,
): Promise<void> {
  const countEvaluation = metrics.counter(
    "loupe_alert_evaluations_total",
    "Windows of alerts that this replica evaluated, by the state they led to.",
  );
  const countAttempt = metrics.counter(
    "loupe_alert_notifications_total",
    "Attempts of this replica to send a notification, by outcome.",
  );
  const now = async () => store.alertTime();
  const evaluator = new Evaluator({
    store,
    holder: randomUUID(),
    quarantine,
    statistics: async (query) => timeStats(store, query, toTimestamp(Date.now())),
    now,
    dashboardUrl: config.webhooks.dashboardUrl,
    logger,
    onEvaluated: (state) => countEvaluation({ state }),
  });
  const client = new WebhookClient(config.webhooks);
  const onAttempt = (outcome: string) => countAttempt({ outcome });
  const secrets = new Secrets(config.secrets);
  const deliverer = new Deliverer({ store, client, secrets, now, logger, onAttempt });
  const evaluating = {
    name: "evaluating alerts",
    run: async () => !diskIsFull() && evaluator.evaluateDue(signal),
    pauseMs: () => EVALUATE_EVERY_MS,
  };
  const delivering = {
    name: "sending notifications of alerts",
    run: async () => deliverer.deliverDue(signal),
    pauseMs: () => DELIVER_EVERY_MS,
  };
  const sealing = {
    name: "sealing addresses of alerts' channels",
    run: async () => sealReceivers(store, secrets),
    pauseMs: () => SEAL_EVERY_MS,
  };
  await Promise.all([evaluating, delivering, sealing].map(async (task) => repeat(task, { logger, signal, watch })));
  await deliverer.finish();
  await client.close();
}
