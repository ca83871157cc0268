import { createClient, loadAnswers } from "./client";
import { createConnectionGate } from "./connection-gate";
import { createSessionGate } from "./session-gate";

/** Where the relay is mounted (app/api/service). */
export const RELAY_PATH = "/api/service";

/** The page's only session gate: the session guard watches it and asks for credentials. */
export const sessionGate = createSessionGate();

/** The page's only connection gate: the banner watches it and shows its state. */
export const connectionGate = createConnectionGate();

/** The browser's client. It uses the relay, which has the credentials. */
export const browserClient = createClient({
  baseUrl: RELAY_PATH,
  session: sessionGate,
  connection: connectionGate,
});

// Loads the schemas while the page starts; a request that needs them earlier loads them itself.
if (typeof window !== "undefined") loadAnswers().catch(() => undefined);
