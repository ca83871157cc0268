import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { v7 as uuidV7 } from "uuid";
import { isNotFound } from "@/lib/client/api-error";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import type { DashboardValue } from "@/lib/contract/dashboards";
import type { ObjectVersion } from "@/lib/contract/objects";
import { toJsonText } from "@/lib/json/text";
import { NewerVersion, publishOver } from "./publish-over";

/** The class of the objects that dashboards are. */
const DASHBOARD_CLASS = "Dashboard";

/** A version of a dashboard. */
export interface Dashboard {
  /** Name of its object. */
  id: string;
  digest: string;
  createdAt: string;
  by: string | undefined;
  /** Undefined if the object has no dashboard that can be read, for the reason given. */
  value: DashboardValue | undefined;
  problem: string | undefined;
}

/** A dashboard that can be shown and changed. */
export type ReadDashboard = Dashboard & { value: DashboardValue };

/** Somebody else has published a version since the one that was to be changed. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  constructor(by: string | undefined) {
    super(
      `${by ?? "Somebody"} changed this dashboard in the meantime. Their version is shown now; save again to change it.`,
    );
  }
}

/** The dashboards of a project in their latest versions, by name; those that cannot be read last. */
export function dashboardsList(projectId: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["dashboards", "list", { projectId }] as const,
    queryFn: async ({ signal }): Promise<Dashboard[]> => {
      const filter = { base_object_classes: [DASHBOARD_CLASS], latest_only: true };
      const { objs } = await client.request("objsQuery", { project_id: projectId, filter }, { signal });
      const dashboards = await Promise.all(objs.map(dashboardOf));
      return dashboards.toSorted((a, b) => Number(!a.value) - Number(!b.value) || nameOf(a).localeCompare(nameOf(b)));
    },
  });
}

/** A dashboard in its latest version. */
export function dashboardDetail(projectId: string, id: string, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["dashboards", "detail", { projectId, id }] as const,
    queryFn: ({ signal }) => readLatest(projectId, id, client, signal),
  });
}

/** The name of a dashboard; that of its object if it cannot be read. */
export function nameOf({ id, value }: Dashboard): string {
  return value?.name ?? id;
}

/** Creates a dashboard, and returns the name of its object. */
export function createDashboard(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["dashboards", "create", { projectId }] as const,
    mutationFn: async (value: DashboardValue) => {
      const id = newId(value.name);
      await client.request("objCreate", dashboardBody(projectId, id, value));
      return id;
    },
    onSuccess: (_id, _value, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["dashboards"] }),
  });
}

interface Change {
  before: Dashboard;
  value: DashboardValue;
}

/** Publishes a changed dashboard as its next version. Throws `ChangedMeanwhile` if the latest one is not `before`. */
export function changeDashboard(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["dashboards", "change", { projectId }] as const,
    mutationFn: async ({ before, value }: Change): Promise<Dashboard> => {
      const { obj } = dashboardBody(projectId, before.id, value);
      const { digest } = await publishOver({ ...obj, replaces: before.digest }, client).catch((error: unknown) => {
        throw error instanceof NewerVersion ? new ChangedMeanwhile(error.version.ext_user_id) : error;
      });
      return { ...before, digest, value, createdAt: new Date().toISOString() };
    },
    onSuccess: (changed, _change, _result, { client: cache }) => {
      cache.setQueryData(dashboardDetail(projectId, changed.id).queryKey, changed);
      return cache.invalidateQueries({ queryKey: ["dashboards"] });
    },
    onError: (_error, _change, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["dashboards"] }),
  });
}

export function deleteDashboard(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["dashboards", "delete", { projectId }] as const,
    mutationFn: ({ id }: Pick<Dashboard, "id">) =>
      client.request("objDelete", { project_id: projectId, object_id: id }),
    onSuccess: (_deleted, _dashboard, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once.
      void cache.invalidateQueries({ queryKey: ["dashboards"] });
    },
  });
}

/** The body that publishes a version of a dashboard. */
export function dashboardBody(projectId: string, id: string, { name, charts }: DashboardValue) {
  const val = toJsonText({ _type: DASHBOARD_CLASS, name, charts });
  return { obj: { project_id: projectId, object_id: id, val, builtin_object_class: DASHBOARD_CLASS } };
}

/** Null if there is none. */
async function readLatest(
  projectId: string,
  id: string,
  client: Client,
  signal?: AbortSignal,
): Promise<Dashboard | null> {
  try {
    const key = { project_id: projectId, object_id: id, digest: "latest" };
    const { obj } = await client.request("objRead", key, { signal });
    return await dashboardOf(obj);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function dashboardOf(version: ObjectVersion): Promise<Dashboard> {
  const { readDashboard } = await import("@/lib/dashboard/read-dashboard");
  const { object_id: id, digest, created_at: createdAt, ext_user_id: by } = version;
  const read =
    version.base_object_class === DASHBOARD_CLASS
      ? readDashboard(version.val)
      : { problem: "its class is not Dashboard" };
  return { id, digest, createdAt, by, value: undefined, problem: undefined, ...read };
}

const ID_CHARS = 40;
const RANDOM_CHARS = 8;

/** A name that can be read, and that no other object has. */
function newId(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ["dashboard"];
  return `${words.join("-").slice(0, ID_CHARS)}-${uuidV7().slice(-RANDOM_CHARS)}`;
}
