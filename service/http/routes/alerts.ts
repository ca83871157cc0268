import { isIP } from "node:net";
import { v7 as uuidV7 } from "uuid";
import { AppError } from "@/lib/contract/app-error";
import { invalidField } from "@/lib/contract/validate";
import type { AlertDefinition, AlertWithSecrets, KeptOrNewChannel } from "@/lib/contract/alerts";
import { endpoints } from "@/lib/contract/endpoints";
import { mayConnect } from "@/lib/network/outbound-addresses";
import { notificationBody } from "@/service/background/alerts/notification";
import { changedSchedule, firstSchedule, windowStart } from "@/service/background/alerts/schedule";
import { sealedChannel } from "@/service/background/alerts/receiver";
import { newSecret } from "@/service/background/alerts/signature";
import type { ServiceDeps } from "@/service/http/deps";
import type { AlertKey, NewEvent, StoredAlert, StoredChannel } from "@/service/store/alerts/alerts-store";
import { inProject, route } from "./route";

const DEFAULTS = {
  delay_seconds: 60,
  consecutive: 1,
  notify_on: ["recovery", "error"],
} satisfies Partial<AlertDefinition>;

export const alertRoutes = {
  alertCreate: route(endpoints.alertCreate, inProject, async (deps, input, { identity }) => {
    const { project_id, channels: added, ...given } = input;
    const { channels, secrets } = channelsOf(deps, added ?? [], []);
    const definition = { ...DEFAULTS, ...present(given), ...required(given) };
    const now = await deps.store.alertTime();
    const made = { project_id, id: uuidV7(), definition, channels, created_by: identity.owner };
    const schedule = firstSchedule(definition, now);
    return { alert: await deps.store.createAlert({ ...made, schedule }, now), secrets };
  }),

  alertUpdate: route(endpoints.alertUpdate, inProject, async (deps, input, { audit }) => {
    const { project_id, id, channels: wanted, ...given } = input;
    const now = await deps.store.alertTime();
    const secrets: AlertWithSecrets["secrets"] = [];
    const alert = await deps.store.updateAlert(
      { project_id, id },
      (stored) => {
        const changed = wanted ? channelsOf(deps, wanted, stored.channels) : { ...stored, secrets: [] };
        secrets.push(...changed.secrets);
        const definition = { ...stored.definition, ...present(given) };
        return {
          definition,
          channels: changed.channels,
          schedule: changedSchedule(definition, now, stored.evaluatedTo),
        };
      },
      now,
      (before) => audit?.changes({ alert: before }),
    );
    return { alert: found(alert, input), secrets };
  }),

  alertDelete: route(endpoints.alertDelete, inProject, async ({ store }, key) => ({
    deleted: await store.deleteAlert(key),
  })),

  alertsQuery: route(endpoints.alertsQuery, inProject, async ({ store }, query) => ({
    alerts: await store.listAlerts(query),
  })),

  alertHistory: route(endpoints.alertHistory, inProject, async ({ store }, query) => {
    found(await store.readAlert(query), query);
    return { events: await store.alertHistory(query) };
  }),

  alertMute: route(endpoints.alertMute, inProject, async ({ store }, { until, ...key }, { audit }) => {
    const muted = await store.muteAlert(key, until, (before) => audit?.changes({ alert: before }));
    return { alert: found(muted, key) };
  }),

  alertTest: route(endpoints.alertTest, inProject, async ({ store, webhooks }, key) => {
    const at = await store.alertTime();
    const recorded = await store.recordTest(key, (alert) => testEvent(alert, at, webhooks.dashboardUrl), at);
    if (!recorded) throw notFound(key);
    return { at };
  }),
};

function testEvent(alert: StoredAlert, at: string, dashboardUrl: string | undefined): NewEvent {
  const window = { windowStart: windowStart(alert.definition, at), windowEnd: at };
  const event = { kind: "test" as const, ...window, isMuted: false };
  const deliveries = alert.channels.map(({ id: channelId, format }) => ({
    id: uuidV7(),
    channelId,
    body: notificationBody(format, { alert, event, dashboardUrl }),
  }));
  return { ...event, deliveries };
}

type Given = Partial<{ [Field in keyof AlertDefinition]: AlertDefinition[Field] | null }>;

/** The fields that are given. */
function present(given: Given): Partial<AlertDefinition> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

type Required = Pick<AlertDefinition, "name" | "metric" | "condition" | "window_seconds">;

const required = ({ name, metric, condition, window_seconds }: Required): Required => ({
  name,
  metric,
  condition,
  window_seconds,
});

/** The channels to be stored, kept ones as they are, and the secrets that new ones sign with. */
function channelsOf(
  { webhooks, secrets: sealing }: ServiceDeps,
  wanted: readonly KeptOrNewChannel[],
  stored: readonly StoredChannel[],
): { channels: readonly StoredChannel[]; secrets: AlertWithSecrets["secrets"] } {
  const secrets: AlertWithSecrets["secrets"] = [];
  const channels = wanted.map(({ id, format, url }, place) => {
    if (!format || !url) {
      const kept = stored.find((channel) => channel.id === id);
      if (!kept) throw invalidChannel(place, "id", "is not a channel of this alert");
      return kept;
    }
    const { hostname, port, protocol } = new URL(url);
    const host = hostname.replaceAll(/^\[|\]$/g, "");
    const number = Number(port) || (protocol === "https:" ? 443 : 80);
    if (isIP(host) !== 0 && !mayConnect(host, webhooks, number))
      throw invalidChannel(place, "url", "has an address that notifications are not sent to");
    const made = { id: uuidV7(), format, url, ...(format === "json" && { secret: newSecret() }) };
    if (made.secret !== undefined) secrets.push({ channel_id: made.id, secret: made.secret });
    return sealedChannel(made, sealing, `channels[${place}].url`);
  });
  return { channels, secrets };
}

function invalidChannel(place: number, field: string, message: string): AppError {
  const path = `channels[${place}].${field}`;
  return invalidField(path, message);
}

function found<Item>(item: Item | undefined, key: AlertKey): Item {
  if (item === undefined) throw notFound(key);
  return item;
}

function notFound({ project_id, id }: AlertKey): AppError {
  return new AppError("not_found", `There is no alert ${id} in project ${project_id}`);
}
