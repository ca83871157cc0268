import type { ServiceConfig } from "@/service/config";
import type { Logger } from "pino";
import { type Inference, type InferenceOptions, openInference } from "@/service/inference/gateway";
import type { SharedPlaces } from "@/service/inference/places";
import { storedReader } from "@/service/inference/open-connection";
import type { WatchModelRequest } from "@/service/inference/watch";
import { localUpstreams } from "@/service/inference/upstream-config";
import { describe } from "@/service/middleware/errors";
import { Secrets } from "@/service/secrets/secrets";
import type { Store } from "@/service/store/store";

/** The part of the configuration that is about model servers. */
export type ServersConfig = Pick<ServiceConfig, "upstreams" | "port" | "addedServers" | "secrets">;
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
