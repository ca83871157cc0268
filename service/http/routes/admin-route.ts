import type { z } from "zod";
import { requireServiceAdmin } from "@/service/people/keys/identity";
import type { ServiceDeps } from "@/service/http/deps";
import { type AskedEndpoint, type Caller, type Route, route } from "./route";

/** An endpoint for admins of all projects. */
export function adminRoute<E extends AskedEndpoint>(
  endpoint: E,
  handle: (deps: ServiceDeps, input: z.output<E["request"]>, caller: Caller) => Promise<z.output<E["response"]>>,
): Route<E> {
  return route(endpoint, "each", async (deps, input, caller) => {
    requireServiceAdmin(caller.identity);
    return handle(deps, input, caller);
  });
}
