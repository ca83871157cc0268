// Not in `address.ts`, which every page loads.
import type { Provider } from "@/lib/contract/connection-presets";
import { withSearch } from "./address";

interface Opened {
  /** The server that is shown beside the list. */
  server?: string;
  /** The provider of the server that the form adds. */
  add?: Provider;
}

/** The address of the settings page of model servers. */
export function modelServersPath({ server, add }: Opened = {}): string {
  return withSearch("/settings/model-servers", { server, add });
}
