import "next-auth";
import "next-auth/jwt";
import type { StoredSession } from "./stored-session";

declare module "next-auth" {
  interface User {
    stored: StoredSession;
  }
  /** All that leaves the server: no credential among it. */
  interface Session {
    user: { name: string };
    serviceName: string;
    projectId?: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    /** Which sign-in this is, for ending it. */
    sessionId?: string;
    stored?: StoredSession;
  }
}
