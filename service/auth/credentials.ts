/** Reads one request header. */
export type HeaderReader = (name: string) => string | undefined;

const KEY_HEADERS = ["x-api-key", "wandb-api-key"];

/** Every API key that a request presents: as Basic password, as Bearer token, or in a header of its own. */
export function presentedKeys(header: HeaderReader): string[] {
  const keys = [authorizationKey(header("authorization")), ...KEY_HEADERS.map(header)];
  return keys.flatMap((key) => (key ? [key] : []));
}

function authorizationKey(authorization: string | undefined): string | undefined {
  const [, scheme, value] = /^(basic|bearer) +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (scheme === undefined || value === undefined) return undefined;
  if (scheme.toLowerCase() === "bearer") return value;
  const userAndPassword = Buffer.from(value, "base64").toString("utf8");
  const colon = userAndPassword.indexOf(":");
  return colon === -1 ? undefined : userAndPassword.slice(colon + 1);
}
