import type { OutboundRules } from "@/lib/network/outbound-addresses";
import type { SecretsSource } from "@/service/secrets/secrets";
import type { Logger } from "pino";
import { type Inference, type InferenceOptions, openInference } from "@/service/inference/gateway";
import type { SharedPlaces } from "@/service/inference/places";
import { storedReader } from "@/service/inference/open-connection";
import type { WatchModelRequest } from "@/service/inference/watch";
import { type UpstreamConfig, localUpstreams } from "@/service/inference/upstream-config";
import { describe } from "@/service/telemetry/describe-error";
import { Secrets } from "@/service/secrets/secrets";
import type { Store } from "@/service/store/store";

/** The part of the configuration that is about model servers. */
export interface ServersConfig {
  /** The configured ones; by default those detected on this machine. */
  upstreams?: UpstreamConfig[];
  /** The service's own, which no model server has. */
  port: number;
  /** Which addresses those that admins add may have. */
  addedServers: Required<OutboundRules>;
  /** What their keys are sealed with. */
  secrets: SecretsSource;
}

type GatewayOptions = {
  config: ServersConfig;
  store: Store;
  places: SharedPlaces;
  logger: Logger;
  watch?: WatchModelRequest;
};

/** The model servers of a configuration, and those that admins add. */
export function serversOf(
  { config, store, places, logger, watch }: GatewayOptions,
  secrets: Secrets,
): Omit<InferenceOptions, "timeouts" | "count"> {
  return {
    upstreams: config.upstreams ?? localUpstreams(config.port),
    areGuesses: config.upstreams === undefined,
    places,
    watch,
    stored: {
      read: storedReader(store, secrets),
      rules: config.addedServers,
      warn: (error) => logger.warn({ error: describe(error) }, "reading the model servers failed; will retry"),
    },
  };
}

/**
 * A gateway to the model servers that is opened by its first use: most services send nothing in the background, and need
 * not ask model servers for their models there.
 */
export function openOnUse(options: GatewayOptions): {
  inference: () => Inference;
  close: () => Promise<void>;
} {
  let opened: Inference | undefined;
  return {
    inference: () => {
      opened ??= openInference(serversOf(options, new Secrets(options.config.secrets)));
      return opened;
    },
    close: async () => opened?.close(),
  };
}
