/** Reads one request header. */
export type HeaderReader = (name: string) => string | undefined;

const KEY_HEADERS = ["x-api-key", "wandb-api-key"];

/** Every API key in a request: as Basic password, as Bearer token, or in a separate header. */
export function presentedKeys(header: HeaderReader): string[] {
  const keys = [authorizationKey(header("authorization")), ...KEY_HEADERS.map(header)];
  return keys.flatMap((key) => (key ? [key] : []));
}

function authorizationKey(authorization: string | undefined): string | undefined {
  const [, scheme, value] = /^(basic|bearer) +(\S+) *$/i.exec(percentDecoded(authorization ?? "")) ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === "bearer") return value;
  const userAndPassword = Buffer.from(value, "base64").toString("utf8");
  const colon = userAndPassword.indexOf(":");
  return colon === -1 ? undefined : userAndPassword.slice(colon + 1);
}

/** `OTEL_EXPORTER_OTLP_HEADERS` has values in percent-encoding, which not all clients decode; no key has a percent sign. */
function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
