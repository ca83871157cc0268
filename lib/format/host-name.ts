const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/;

/** The name in a Host header or a URL's authority: lower case, without port, brackets or a final dot. */
function hostName(host: string): string | undefined {
  const match = AUTHORITY.exec(host.trim().toLowerCase());
  return (match?.[1] ?? match?.[2])?.replace(/\.$/, "");
}

/**
 * Whether a Host header or a URL's authority names one of some hosts; IPv6 addresses among them may be without
 * brackets.
 */
export function isHostAmong(host: string, names: readonly string[]): boolean {
  const requested = hostName(host);
  return requested !== undefined && names.some((name) => (hostName(name) ?? name.trim().toLowerCase()) === requested);
}
