import type { ServiceConfig } from "@/service/config";
import { type Inference, openInference } from "@/service/inference/gateway";
import { localUpstreams } from "@/service/inference/upstream-config";

/**
 * A gateway to the model servers that is opened by its first use: most services send nothing in the background, and need
 * not ask model servers for their models there.
 */
export function openOnUse(config: Pick<ServiceConfig, "upstreams" | "port">): {
  inference: () => Inference;
  close: () => Promise<void>;
} {
  let opened: Inference | undefined;
  return {
    inference: () => {
      opened ??= openInference({
        upstreams: config.upstreams ?? localUpstreams(config.port),
        areGuesses: config.upstreams === undefined,
      });
      return opened;
    },
    close: async () => opened?.close(),
  };
}
