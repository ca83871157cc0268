import * as z from "zod";
import { comparedTime } from "./expression-parts";
import {
  ALERTS_PER_PAGE,
  ALERT_CHANNELS,
  ALERT_CONSECUTIVE,
  ALERT_DELAY_SECONDS,
  ALERT_LONGEST_WINDOW_SECONDS,
  ALERT_SHORTEST_WINDOW_SECONDS,
  CHANNEL_URL_CHARS,
} from "./limits";
import { list } from "./list";
import { type PlainMetric, plainMetric } from "./metrics";
import { projectId, rowCount, shownName, timeOrderedId, timestamp } from "./primitives";
import { needsOwner } from "./work";

const comparison = z.enum(["above", "below"]);

/**
 * When an alert fires: `threshold` compares the metric's value; `change` compares by how many percent it differs from the
 * same window a week before, where a decrease is negative.
 */
const alertCondition = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("threshold"), comparison, value: z.number() }),
  z.strictObject({ type: z.literal("change"), comparison, percent: z.number() }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;

/**
 * `ok`, `firing`; `no_data`: the metric has no value in the window; `error`: the window could not be evaluated, for the
 * `reason` given.
 */
export const ALERT_STATES = ["ok", "firing", "no_data", "error"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const MINUTE_SECONDS = 60;

/** What an alert watches. */
const definitionFields = {
  name: shownName.refine((text) => text !== "", "must not be empty"),
  metric: plainMetric,
  condition: alertCondition,
  /** Length of a window: from 5 minutes to 7 days. */
  window_seconds: z
    .int("must be a whole number")
    .min(ALERT_SHORTEST_WINDOW_SECONDS, `must be at least ${ALERT_SHORTEST_WINDOW_SECONDS}`)
    .max(ALERT_LONGEST_WINDOW_SECONDS, `must be at most ${ALERT_LONGEST_WINDOW_SECONDS}`)
    .multipleOf(MINUTE_SECONDS, "must be a whole number of minutes"),
  /** How long after its end a window is evaluated, so that calls which arrive late are counted. Defaults to 60. */
  delay_seconds: z
    .int("must be a whole number")
    .min(0, "must not be negative")
    .max(ALERT_DELAY_SECONDS, `must be at most ${ALERT_DELAY_SECONDS}`),
  /** How many windows in succession must meet the condition. Defaults to 1. */
  consecutive: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(ALERT_CONSECUTIVE, `must be at most ${ALERT_CONSECUTIVE}`),
  /** What is notified besides that it fires. Defaults to `recovery` (it is ok again) and `error`. */
  notify_on: list(z.enum(["recovery", "no_data", "error"])),
};

/** What is stored of an alert that people define. */
export const alertDefinition = z.strictObject(definitionFields);
export type AlertDefinition = z.infer<typeof alertDefinition>;

/** An address that is sent notifications. */
const channelUrl = z
  .string()
  .max(CHANNEL_URL_CHARS, `must have at most ${CHANNEL_URL_CHARS} characters`)
  .refine(isPlainUrl, "must be an http or https URL without user name and password");

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password;
}

/** `json`: a signed webhook, as Standard Webhooks specifies; `slack`: the format of Slack's incoming webhooks. */
export const channelFormat = z.enum(["json", "slack"]);
export type ChannelFormat = z.infer<typeof channelFormat>;

const newChannel = z.strictObject({ format: channelFormat, url: channelUrl });

const TOO_MANY_CHANNELS = `must have at most ${ALERT_CHANNELS} items`;

/** A channel to be kept, by its `id`, or a new one. */
const keptOrNewChannel = z
  .strictObject({ id: timeOrderedId.nullish(), format: channelFormat.nullish(), url: channelUrl.nullish() })
  .check(({ value: { id, format, url }, issues }) => {
    if (id ? !format && !url : format && url) return;
    issues.push({ code: "custom", input: id, message: "must have either id, or format and url" });
  });
export type KeptOrNewChannel = z.infer<typeof keptOrNewChannel>;

/** A channel without its secret and without its URL, which may be one. */
const alertChannel = z.object({
  id: z.string(),
  format: channelFormat,
  /** Scheme, host and port of its URL. */
  origin: z.string(),
});

export const alert = z.object({
  project_id: z.string(),
  id: z.string(),
  ...definitionFields,
  channels: z.array(alertChannel),
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  needs_owner: needsOwner,
  /** Why no window is evaluated, until somebody takes it over. */
  stopped_for: z.string().optional(),
  /** Until then nothing is notified. */
  muted_until: timestamp.optional(),
  /** Absent until the first window has been evaluated; as are the following fields. */
  state: z.enum(ALERT_STATES).optional(),
  /** The end of the first window in that state. */
  state_since: timestamp.optional(),
  /** The last window that was evaluated: its end, its value, and for a change that of a week before. */
  evaluated_to: timestamp.optional(),
  value: z.number().optional(),
  baseline: z.number().optional(),
  /** Why there is no data, or an error. */
  reason: z.string().optional(),
});
export type Alert = z.infer<typeof alert>;

const newAlert = z.strictObject({
  project_id: projectId,
  ...definitionFields,
  delay_seconds: definitionFields.delay_seconds.nullish(),
  consecutive: definitionFields.consecutive.nullish(),
  notify_on: definitionFields.notify_on.nullish(),
  channels: list(newChannel).max(ALERT_CHANNELS, TOO_MANY_CHANNELS).nullish(),
});

/** A fixed time selects nothing in later windows. Alerts that were stored with one are still read. */
function checkTimes({ value: { metric }, issues }: z.core.ParsePayload<{ metric?: PlainMetric | undefined }>): void {
  const expression = metric?.query?.$expr;
  const time = expression && comparedTime(expression);
  if (time === undefined) return;
  const message = `must not compare ${time}: an alert measures its own window`;
  issues.push({ code: "custom", input: expression, path: ["metric", "query", "$expr"], message });
}

export const alertCreateRequest = newAlert.check(checkTimes);

/** The secrets that new channels of format `json` sign with. They are in no other response. */
const channelSecrets = z.array(z.object({ channel_id: z.string(), secret: z.string() }));
export const alertWithSecrets = z.object({ alert, secrets: channelSecrets });
export type AlertWithSecrets = z.infer<typeof alertWithSecrets>;

const alertKey = { project_id: projectId, id: timeOrderedId };

/** Changes the given fields; `channels` replaces the list. */
export const alertUpdateRequest = newAlert
  .omit({ project_id: true, channels: true })
  .partial()
  .extend({ ...alertKey, channels: list(keptOrNewChannel).max(ALERT_CHANNELS, TOO_MANY_CHANNELS).nullish() })
  .check(checkTimes);

export const alertDeleteRequest = z.strictObject(alertKey);
/** False if there was none. */
export const alertDeleteResponse = z.object({ deleted: z.boolean() });

export const alertsQueryRequest = z.strictObject({ project_id: projectId, limit: rowCount, offset: rowCount });
export type AlertsQuery = z.infer<typeof alertsQueryRequest>;
/** By name. */
export const alertsQueryResponse = z.object({ alerts: z.array(alert) });

/** `until: null` ends it. */
export const alertMuteRequest = z.strictObject({ ...alertKey, until: timestamp.nullable() });
export const alertMuteResponse = z.object({ alert });

/** Sends a notification to every channel, whatever the alert's state; its history shows what became of it. */
export const alertTestRequest = z.strictObject(alertKey);
export const alertTestResponse = z.object({ at: timestamp });

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;

/** A notification of one channel. */
export const alertDelivery = z.object({
  /** The `webhook-id`, the same at every attempt. */
  id: z.string(),
  channel_id: z.string(),
  /** `failed`: given up. */
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  attempted_at: timestamp.optional(),
  next_attempt_at: timestamp.optional(),
  /** HTTP status of the last response. */
  response_status: z.int().optional(),
  /** Why the last attempt failed. */
  error: z.string().optional(),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;

/** What a history consists of besides changes of the state: tests, and windows that were never evaluated. */
const eventKind = z.enum([...ALERT_STATES, "test", "skipped"]);
export type AlertEventKind = z.infer<typeof eventKind>;

export const alertEvent = z.object({
  kind: eventKind,
  /** The window; for `skipped` from the start of the first to the end of the last; for `test` the time of the test. */
  window_start: timestamp,
  window_end: timestamp,
  value: z.number().optional(),
  baseline: z.number().optional(),
  reason: z.string().optional(),
  /** Nothing was notified because the alert was muted. */
  muted: z.boolean(),
  /** For `skipped`: the number of windows. */
  windows: z.int().optional(),
  deliveries: z.array(alertDelivery),
});
export type AlertEvent = z.infer<typeof alertEvent>;

/** Newest first. */
export const alertHistoryRequest = z.strictObject({
  ...alertKey,
  limit: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(ALERTS_PER_PAGE, `must be at most ${ALERTS_PER_PAGE}`)
    .nullish(),
  /** Only events whose window ended before this time. */
  before: timestamp.nullish(),
});
export type AlertHistoryQuery = z.infer<typeof alertHistoryRequest>;
export const alertHistoryResponse = z.object({ events: z.array(alertEvent) });
