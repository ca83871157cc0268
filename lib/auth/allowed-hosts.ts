import { isHostAmong } from "@/lib/format/host-name";

const loopbackNames = ["localhost", "127.0.0.1", "::1"];

/** The process environment, of which `LOUPE_ALLOWED_HOSTS` and `LOUPE_HOST` are read. */
type HostSettings = Readonly<Partial<Record<string, string>>>;

/**
 * Whether a Host header names this dashboard. Other hosts are rejected, so that a page of another site that points its
 * own name at this machine gets nothing. `LOUPE_ALLOWED_HOSTS` is a comma-separated list of names; by default the
 * loopback names and `LOUPE_HOST`.
 */
export function isAllowedHost(host: string | null, settings: HostSettings): boolean {
  if (!host) return false;
  const configured = settings.LOUPE_ALLOWED_HOSTS?.split(",").filter((entry) => entry.trim() !== "") ?? [];
  const allowed =
    configured.length > 0 ? configured : [...loopbackNames, ...(settings.LOUPE_HOST ? [settings.LOUPE_HOST] : [])];
  return isHostAmong(host, allowed);
}
