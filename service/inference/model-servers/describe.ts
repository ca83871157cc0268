import { providerOf } from "@/lib/contract/connection-presets";
import type { Connection, ConnectionDefinition } from "@/lib/contract/connections";
import type { ServerState } from "@/service/inference/catalogue";
import { SEALED_OTHERWISE, configOf, openSecrets } from "@/service/inference/open-connection";
import type { UpstreamConfig } from "@/service/inference/upstream-config";
import { keyEnd } from "@/service/secrets/key-end";
import type { Secrets } from "@/service/secrets/secrets";
import type { ModelServer } from "@/service/store/model-servers/model-servers-store";

const LOCAL_PROVIDERS = ["vllm", "ollama", "lm-studio", "llama.cpp"] as const;

/** A stored model server as admins see it. `state`: what this process knows of it, if it uses it already. */
export function describeStored(server: ModelServer, secrets: Secrets, state: ServerState | undefined): Connection {
  const opened = openSecrets(server, secrets);
  const config = configOf(server.definition, opened ?? { headers: [] });
  return {
    ...describe("stored", config, server.definition.provider),
    id: server.id,
    has_key: server.sealedKey !== undefined,
    headers: server.headerNames,
    ...(!opened && { problem: SEALED_OTHERWISE }),
    ...(opened && state && stateOf(state)),
    revision: server.revision,
    created_by: server.createdBy,
    created_at: server.createdAt,
    updated_at: server.updatedAt,
  };
}

/** A configured or detected model server as admins see it. */
export function describeFixed(state: ServerState): Connection {
  const { config, source } = state.upstream;
  const detected = source === "detected" ? LOCAL_PROVIDERS.find((provider) => provider === config.name) : undefined;
  return { ...describe(source, config, detected), ...stateOf(state) };
}

function describe(
  source: Connection["source"],
  config: UpstreamConfig,
  provider: ConnectionDefinition["provider"],
): Connection {
  const { api_key, headers = [], projects = ["*"], base_url, ...shown } = config;
  return {
    source,
    name: shown.name,
    provider: provider ?? providerOf(base_url),
    base_url,
    key_header: shown.key_header,
    has_key: api_key !== undefined,
    key_end: keyEnd(api_key),
    headers: headers.map(({ name }) => name),
    models: shown.models,
    projects,
    max_parallel: shown.max_parallel,
    supports_priority: shown.supports_priority,
    deny_params: shown.deny_params,
    request_id: shown.request_id,
  };
}

const stateOf = ({ responds, modelCount }: ServerState) =>
  responds === undefined ? {} : { responds, model_count: modelCount };
