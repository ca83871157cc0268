import { allows } from "@/lib/contract/grants";
import type { Identity } from "./identity";

const LOOK_MS = 1_000;

/**
 * Checks every second while a response is streamed whether its key is still valid and has all the roles that it began
 * with, and calls `onRevoked` when it is not. Failed lookups are ignored. Returns a function that stops the checks.
 */
export function watchKey(
  began: Identity,
  identify: () => Promise<Identity | undefined>,
  onRevoked: () => void,
): () => void {
  const timer = setInterval(() => {
    identify().then(
      (identity) => {
        if (identity && hasRolesOf(began, identity)) return;
        clearInterval(timer);
        onRevoked();
      },
      () => undefined,
    );
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The roles of a key stay; those of a person's session may not. */
const hasRolesOf = (before: Identity, now: Identity) =>
  before.roles.every(({ project_pattern, role }) => allows(now.roles, project_pattern, role));
