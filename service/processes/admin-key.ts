import { isHostAmong } from "@/lib/format/host-name";
import { addressMatcher } from "@/lib/network/client-address";
import { StartError } from "@/service/store/start-error";

const SHORTEST = 8;
const SHORTEST_WHERE_REACHABLE = 16;

const isLoopbackAddress = addressMatcher(["127.0.0.0/8", "::1"]);
const isLoopbackHost = (host: string) =>
  isLoopbackAddress(host) || isHostAmong(host, ["localhost", "127.0.0.1", "::1"]);

interface Exposure {
  LOUPE_HOST: string;
  LOUPE_ALLOWED_HOSTS?: readonly string[];
  NEXTAUTH_URL?: string;
}

/** Rejects an admin key that could be guessed. Throws `StartError`. */
export function checkAdminKey(key: string, exposure: Exposure): void {
  const reason = reachableBy(exposure);
  const shortest = reason === undefined ? SHORTEST : SHORTEST_WHERE_REACHABLE;
  const { length } = key;
  if (length >= shortest) return;
  const why = reason === undefined ? "" : `, because ${reason} makes Loupe reachable from other machines`;
  throw new StartError(
    `LOUPE_ADMIN_KEY: found ${length === 1 ? "1 character" : `${length} characters`}, expected at least ${shortest}${why}; generate a key with: openssl rand -base64 24`,
  );
}

/** The variable that makes Loupe reachable from other machines; undefined if there is none. */
export function reachableBy({ LOUPE_HOST, LOUPE_ALLOWED_HOSTS = [], NEXTAUTH_URL }: Exposure): string | undefined {
  if (!isLoopbackHost(LOUPE_HOST)) return "LOUPE_HOST";
  if (!LOUPE_ALLOWED_HOSTS.every(isLoopbackHost)) return "LOUPE_ALLOWED_HOSTS";
  if (NEXTAUTH_URL !== undefined && !(URL.canParse(NEXTAUTH_URL) && isLoopbackHost(new URL(NEXTAUTH_URL).host)))
    return "NEXTAUTH_URL";
  return undefined;
}
