import "next-auth";
import "next-auth/jwt";
import type { StoredSession } from "./stored-session";

declare module "next-auth" {
  interface User {
    stored: StoredSession;
  }
  /** Everything in a session that leaves the server; it contains no credentials. */
  interface Session {
    user: { name: string };
    serviceName: string;
    projectId?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** Id of this sign-in, for ending it. */
    sessionId?: string;
    stored?: StoredSession;
  }
}
