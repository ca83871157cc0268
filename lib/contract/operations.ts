import * as z from "zod";

export const healthResponse = z.object({ status: z.enum(["ok", "unavailable"]), store: z.enum(["ok", "unavailable"]) });

/** `stopping` from the request to stop until the end. */
export const readyResponse = z.object({ status: z.enum(["ready", "stopping"]) });

export const serverInfoResponse = z.object({
  name: z.literal("loupe"),
  version: z.string(),
  core_only: z.boolean(),
  /** Where people use the dashboard, as far as the service knows. */
  dashboard_url: z.string().optional(),
  /** Requested by the Weave Python SDK when it starts. */
  min_required_weave_python_version: z.string(),
});
