import { createClient, loadAnswers } from "./client";
import { createConnectionGate } from "./connection-gate";
import { createSessionGate } from "./session-gate";

/** Where the relay is mounted (app/api/service). */
export const RELAY_PATH = "/api/service";

/** The page's one session gate: the session guard watches it and asks for the credentials. */
export const sessionGate = createSessionGate();

/** The page's one connection gate: the banner watches it and shows its state. */
export const connectionGate = createConnectionGate();

/** The client of the browser: through the relay, which holds the credentials. */
export const browserClient = createClient({
  baseUrl: RELAY_PATH,
  session: sessionGate,
  connection: connectionGate,
});

// Loaded while the page starts; a request that needs them earlier requests them again.
if (typeof window !== "undefined") loadAnswers().catch(() => undefined);
