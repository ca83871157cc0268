const AUTHORITY = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/;

/** The name in a Host header or a URL's authority: lower case, without port, brackets or a final dot. */
function hostName(host: string): string | undefined {
  const match = AUTHORITY.exec(host.trim().toLowerCase());
  return (match?.[1] ?? match?.[2])?.replace(/\.$/, "");
}

/** Whether a Host header or a URL's authority names one of some hosts; an IPv6 address among them may lack brackets. */
export function isHostAmong(host: string, names: readonly string[]): boolean {
  const wanted = hostName(host);
  return wanted !== undefined && names.some((name) => (hostName(name) ?? name.trim().toLowerCase()) === wanted);
}
