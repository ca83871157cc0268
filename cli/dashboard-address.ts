import { isNotFound } from "@/lib/client/api-error";
import type { Client } from "@/lib/client/client";
import { callPath } from "@/lib/format/address";
import { comparedExperimentsPath } from "@/lib/format/experiment-address";
import { isTimeOrderedId } from "@/lib/experiment/listed";
import type { Connection } from "./context";
import { CommandError } from "./exit-status";
import { findCall } from "./find-call";

/** The address of the dashboard, without a slash at its end; undefined if the service does not know it. */
export async function dashboardUrl(client: Client, signal: AbortSignal): Promise<string | undefined> {
  return (await client.request("serverInfo", undefined, { signal })).dashboard_url?.replace(/\/+$/, "");
}

/** The address of the page of an experiment, a call or a trace. */
export async function addressOfId(connection: Connection, id: string, signal: AbortSignal): Promise<string> {
  const dashboard = await dashboardUrl(connection.client, signal);
  if (dashboard === undefined)
    throw new CommandError(
      "The service does not know the address of its dashboard; its operator sets NEXTAUTH_URL, or LOUPE_DASHBOARD_URL, for it.",
    );
  const { projectId } = connection;
  const path = (await isExperiment(connection, id, signal))
    ? comparedExperimentsPath(projectId, [id])
    : callPath(projectId, (await findCall(connection, id, signal)).id);
  return dashboard + path;
}

async function isExperiment({ client, projectId }: Connection, id: string, signal: AbortSignal): Promise<boolean> {
  if (!isTimeOrderedId(id)) return false;
  try {
    await client.request("experimentRead", { project_id: projectId, id }, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
