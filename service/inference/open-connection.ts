import { keyHeaderOf, providerOf, requestIdPlace } from "@/lib/contract/connection-presets";
import { type ConnectionDefinition, type ServerHeader, serverHeaders } from "@/lib/contract/connections";
import { SealError, type SealedField } from "@/service/secrets/seal";
import type { Secrets } from "@/service/secrets/secrets";
import type { ModelServer } from "@/service/store/model-servers/model-servers-store";
import type { Store } from "@/service/store/store";
import type { ReadStored } from "./stored-upstreams";
import type { UpstreamConfig } from "./upstream-config";

/** The secrets of a stored model server. */
export type ConnectionSecrets = { apiKey?: string; headers: ServerHeader[] };

/** What the key of a model server is sealed for. */
export const keyField = (id: string): SealedField => ({ id, field: "model_servers.api_key" });
export const headersField = (id: string): SealedField => ({ id, field: "model_servers.headers" });

export const SEALED_OTHERWISE =
  "The key cannot be decrypted: it was stored with another LOUPE_SECRET. Enter it again, or restore the secret.";

/** The secrets of a stored model server; undefined if they were sealed with a secret that is not known. */
export function openSecrets(
  { id, sealedKey, sealedHeaders }: Pick<ModelServer, "id" | "sealedKey" | "sealedHeaders">,
  secrets: Secrets,
): ConnectionSecrets | undefined {
  try {
    return {
      apiKey: sealedKey === undefined ? undefined : secrets.open(sealedKey, keyField(id)),
      headers:
        sealedHeaders === undefined
          ? []
          : serverHeaders.parse(JSON.parse(secrets.open(sealedHeaders, headersField(id)))),
    };
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/** The configuration of a model server by its definition, with defaults for what it leaves out. */
export function configOf(definition: ConnectionDefinition, { apiKey, headers }: ConnectionSecrets): UpstreamConfig {
  const { name, base_url, provider, models, projects, max_parallel } = definition;
  return {
    name,
    base_url,
    api_key: apiKey,
    headers,
    key_header: definition.key_header ?? keyHeaderOf(provider ?? providerOf(base_url)),
    models: models ?? undefined,
    projects: projects ?? undefined,
    max_parallel: max_parallel ?? undefined,
    supports_priority: definition.supports_priority ?? false,
    deny_params: definition.deny_params ?? [],
    request_id: definition.request_id ?? requestIdPlace(base_url),
  };
}

/** Reads stored model servers with their secrets. */
export function storedReader(
  store: Pick<Store, "modelServersVersion" | "listModelServers">,
  secrets: Secrets,
): ReadStored {
  return async (known) => {
    const version = await store.modelServersVersion();
    if (version === known) return undefined;
    const servers = (await store.listModelServers()).map((server) => {
      const opened = openSecrets(server, secrets);
      const { id, revision, createdAt, definition } = server;
      // One that was deleted may have been added again with its id.
      return { id, version: `${createdAt} ${revision}`, ...(opened && { config: configOf(definition, opened) }) };
    });
    return { version, servers };
  };
}
