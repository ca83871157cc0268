import "next-auth";
import "next-auth/jwt";
import type { StoredSession } from "./stored-session";

declare module "next-auth" {
  interface User {
    /** Absent until the service has accepted what the provider says. */
    stored?: StoredSession;
  }
  interface Account {
    /** Of the request to the provider. */
    nonce?: string;
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
