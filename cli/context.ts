import type { Client } from "@/lib/client/client";
import type { ConnectionGate } from "@/lib/client/connection-gate";
import type { TimeZone } from "@/lib/format/time";
import type { Given } from "./arguments";
import type { Settings } from "./settings";
import type { Output } from "./terminal/output";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every command is given. */
export interface Context {
  out: Output;
  /** For messages, progress and questions, so that standard output has only what was asked for. */
  notes: Output;
  environment: Environment;
  /** Aborted with a `Stopped`. */
  signal: AbortSignal;
  /** Days in filters, and times in tables, are those of this zone. */
  zone: TimeZone;
}

/** A service, and the project that a command is about. */
export interface Connection {
  client: Client;
  projectId: string;
  settings: Settings;
}

/** Connects as the options, the environment and the stored login say; with a gate, requests wait for the service. */
export async function openConnection(
  { environment, signal }: Pick<Context, "environment" | "signal">,
  given: Given,
  gate?: ConnectionGate,
): Promise<Connection> {
  const { findSettings } = await import("./settings");
  const { connect } = await import("./connect");
  const settings = await findSettings({ url: given.text("url"), project: given.text("project") }, environment);
  const client = connect(settings, gate);
  const projectId = settings.project ?? (await client.request("keysSelf", {}, { signal })).key.default_project;
  return { client, projectId, settings };
}

/** What a command does; returns its exit status. */
export type Run = (context: Context, given: Given) => Promise<number>;
