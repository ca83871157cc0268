import { createClient } from "./client";
import { createSessionGate } from "./session-gate";

/** Where the relay is mounted (app/api/service). */
export const RELAY_PATH = "/api/service";

/** The page's one gate: `SessionGuard` watches it and asks for the credentials. */
export const sessionGate = createSessionGate();

/** The client of the browser: through the relay, which holds the credentials. */
export const browserClient = createClient({ baseUrl: RELAY_PATH, session: sessionGate });
