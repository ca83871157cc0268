/**
 * Whether a request comes from a page of this dashboard. Browsers send `Origin`, which no page of another site can
 * forge. Behind a proxy that changes Host, it must match the dashboard's own `url`.
 */
export function isSameOrigin(headers: Headers, url: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = headers.get("origin");
  if (origin === null) return site === "same-origin";
  if (!URL.canParse(origin)) return false;
  const { host, origin: spelled } = new URL(origin);
  return host === headers.get("host") || (url !== undefined && spelled === new URL(url).origin);
}
