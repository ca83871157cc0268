import type { AlertDefinition, AlertEventKind, AlertState, ChannelFormat } from "@/lib/contract/alerts";
import { claimDelivery, dueDeliveries, recordTest, settleDelivery } from "./deliveries";
import { claimAlert, delayAlert, dueAlerts, recordEvaluation } from "./evaluations";
import { alertHistory } from "./history";
import { alertTime, listAlerts, readAlert } from "./read-alerts";
import { sealChannel, unsealedChannels } from "./seal-channels";
import { createAlert, deleteAlert, muteAlert, updateAlert } from "./write-alerts";

export type AlertKey = { project_id: string; id: string };

/**
 * A channel with everything that is needed to send to it. `sealedReceiver` is its address and signing secret; `url` is then
 * only the origin. One that is not sealed yet has both in clear.
 */
export type StoredChannel = {
  id: string;
  format: ChannelFormat;
  url: string;
  secret?: string;
  sealedReceiver?: string;
};

export type NewAlert = AlertKey & {
  definition: AlertDefinition;
  channels: readonly StoredChannel[];
  created_by: string;
  schedule: Schedule;
};

/** The end of the next window to be evaluated, and when that is due; both normalized. */
export type Schedule = { nextEnd: string; dueAt: string };

/** An alert as it is stored, to be changed: a change of an earlier revision is refused. */
export type StoredAlert = AlertKey & {
  revision: number;
  definition: AlertDefinition;
  channels: readonly StoredChannel[];
  nextEnd: string;
  evaluatedTo?: string;
};

/** What evaluating windows has led to so far. */
export type AlertProgress = {
  state?: AlertState;
  breaches: number;
  firedAt?: string;
  isNotified: boolean;
};

/** An alert whose next window a process is evaluating. */
export type DueAlert = StoredAlert &
  AlertProgress & {
    failures: number;
    mutedUntil?: string;
    /** Evaluating it may have ended a process. */
    isSuspect: boolean;
  };

/** An entry of the history, and its notifications: one for each channel, in the channel's format. */
export type NewEvent = {
  kind: AlertEventKind;
  windowStart: string;
  windowEnd: string;
  value?: number;
  baseline?: number;
  reason?: string;
  isMuted: boolean;
  windows?: number;
  deliveries: readonly NewDelivery[];
};

type NewDelivery = { id: string; channelId: string; body: string };

/** The result of a window, or of several that were skipped. */
export type Evaluation = Schedule & {
  progress: AlertProgress;
  /** Absent for windows that were skipped. */
  result?: { value?: number; baseline?: number; reason?: string };
  event?: NewEvent;
};

export type DeliveryKey = { project_id: string; id: string };

/** A notification that a process sends. */
export type DueDelivery = DeliveryKey & {
  /** The number of this attempt, from 1. */
  attempt: number;
  body: string;
  channel: StoredChannel;
};

/** What became of an attempt: without `retryAt`, it was delivered or is given up. */
export type DeliveryOutcome = {
  isDelivered: boolean;
  at: string;
  responseStatus?: number;
  error?: string;
  retryAt?: string;
};

/** Alerts, their history and their notifications. All times are the caller's, normalized. */
export const alertsStore = {
  alertTime,
  createAlert,
  updateAlert,
  deleteAlert,
  muteAlert,
  listAlerts,
  readAlert,
  alertHistory,
  dueAlerts,
  claimAlert,
  delayAlert,
  recordEvaluation,
  recordTest,
  dueDeliveries,
  claimDelivery,
  settleDelivery,
  unsealedChannels,
  sealChannel,
};
