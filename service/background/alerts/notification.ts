import type { AlertEventKind, ChannelFormat } from "@/lib/contract/alerts";
import type { PlainMetric } from "@/lib/contract/metrics";
import { measuredCallsPath } from "@/lib/filter/measured-calls";
import { writeJson } from "@/lib/json/text";
import type { NewEvent, StoredAlert } from "@/service/store/alerts/alerts-store";
import { conditionText, metricText, valueText } from "@/lib/format/alert-words";

type Notification = {
  alert: Pick<StoredAlert, "project_id" | "id" | "definition">;
  event: Pick<NewEvent, "kind" | "windowStart" | "windowEnd" | "value" | "baseline" | "reason">;
  /** Public address of the dashboard, for links. */
  dashboardUrl?: string;
};

/** Longer links lose their filter: a part of it would select other calls. */
const LINK_CHARS = 2_000;
/** Slack allows 3,000 characters in a text. */
const SLACK_CHARS = 2_900;

const TITLES: Record<AlertEventKind, string> = {
  firing: "Firing",
  ok: "Recovered",
  no_data: "No data",
  error: "Cannot be evaluated",
  test: "Test",
  skipped: "Skipped",
};

/** The body of a notification, JSON; it is the same at each attempt. */
export function notificationBody(format: ChannelFormat, notification: Notification): string {
  return format === "slack" ? slackBody(notification) : jsonBody(notification);
}

/** As Standard Webhooks recommends: type, time and data. */
function jsonBody({ alert, event, dashboardUrl }: Notification): string {
  const { project_id, id, definition } = alert;
  const { name, metric, condition } = definition;
  return writeJson({
    type: `alert.${event.kind}`,
    timestamp: event.windowEnd,
    data: {
      alert: { id, name, project_id, metric, condition },
      text: summaryOf({ alert, event }),
      window: { start: event.windowStart, end: event.windowEnd },
      value: event.value,
      baseline: event.baseline,
      reason: event.reason,
      url: linkTo(dashboardUrl, { alert, event }),
    },
  });
}

/** A message of Slack's Block Kit; `text` is what notifications of Slack show. */
function slackBody({ alert, event, dashboardUrl }: Notification): string {
  const { name } = alert.definition;
  const title = escapeSlack(`${TITLES[event.kind]}: ${name}`);
  const summary = escapeSlack(summaryOf({ alert, event }));
  const url = linkTo(dashboardUrl, { alert, event });
  const place = `${escapeSlack(alert.project_id)} · ${windowText(event)}`;
  const link = url === undefined ? [] : [{ type: "mrkdwn", text: `<${escapeSlack(url)}|Open in Loupe>` }];
  return writeJson({
    text: shorten(`${title}: ${summary}`),
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: shorten(`*${title}*\n${summary}`) } },
      { type: "context", elements: [{ type: "mrkdwn", text: shorten(place) }, ...link] },
    ],
  });
}

/** What was measured, and when the alert fires. */
function summaryOf({ alert: { definition }, event }: Omit<Notification, "dashboardUrl">): string {
  const { metric, condition } = definition;
  const what = metricText(metric);
  const fires = `The alert fires ${conditionText(metric, condition)}.`;
  if (event.kind === "test") return `This is a test. ${what}: ${fires}`;
  if (event.value === undefined) return `${what}: ${event.reason ?? "no value"}.`;
  const baseline = event.baseline === undefined ? "" : ` (a week before: ${valueText(metric, event.baseline)})`;
  return `${what}: ${valueText(metric, event.value)}${baseline}. ${fires}`;
}

const MINUTE_CHARS = "2026-11-20T08:40".length;

/** A window in UTC: `2026-11-20 08:35 to 2026-11-20 08:40 UTC`. */
function windowText({ windowStart, windowEnd }: Notification["event"]): string {
  const minute = (time: string) => time.slice(0, MINUTE_CHARS).replace("T", " ");
  return `${minute(windowStart)} to ${minute(windowEnd)} UTC`;
}

/** The address of the calls that were measured in the window. */
function linkTo(dashboardUrl: string | undefined, { alert, event }: Omit<Notification, "dashboardUrl">) {
  if (dashboardUrl === undefined) return undefined;
  const { project_id, definition } = alert;
  const { measure, filter } = definition.metric;
  const window = { start: event.windowStart, end: event.windowEnd };
  const link = (metric: PlainMetric) =>
    dashboardUrl.replace(/\/+$/, "") + measuredCallsPath(project_id, metric, window);
  const whole = link(definition.metric);
  if (whole.length <= LINK_CHARS) return whole;
  return link({ measure, filter: { trace_roots_only: filter?.trace_roots_only } });
}

/** The three characters that Slack's markup reserves. */
const escapeSlack = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Cut where neither a character nor an escape is split. */
function shorten(text: string): string {
  if (text.length <= SLACK_CHARS) return text;
  return `${text
    .slice(0, SLACK_CHARS)
    .toWellFormed()
    .replace(/&[a-z]*$/, "")}…`;
}
