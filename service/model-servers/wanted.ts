import { AppError } from "@/lib/contract/app-error";
import type {
  ConnectionDefinition,
  ConnectionsCreate,
  ConnectionsUpdate,
  KeptOrNewHeader,
  ServerHeader,
} from "@/lib/contract/connections";
import { leadsToRefused } from "@/lib/network/checked-connector";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import {
  SEALED_OTHERWISE,
  configOf,
  headersField,
  keyField,
  openSecrets,
  type ConnectionSecrets,
} from "@/service/inference/open-connection";
import type { UpstreamConfig } from "@/service/inference/upstream-config";
import { NoSecretError, type Secrets } from "@/service/secrets/secrets";
import type { ModelServer, ModelServerContent } from "@/service/store/model-servers/model-servers-store";

/** A model server as an admin wants it, with its secrets. */
export type Wanted = { definition: ConnectionDefinition; secrets: ConnectionSecrets };

type Changes = Omit<ConnectionsUpdate, "id" | "replaces">;

const invalid = (path: string, message: string) =>
  new AppError("invalid", `${path}: ${message}`, { errors: [{ path, message }] });

const AGAIN = "must be entered again, because the address is another one";
const NO_SECRET =
  "cannot be stored, because the service has no secret to encrypt it with; set LOUPE_SECRET to the output of: openssl rand -base64 32";

/** A new model server. */
export function wantedNew({ api_key, headers, ...given }: Omit<ConnectionsCreate, "id">): Wanted {
  return checked({
    definition: definitionOf(given, undefined),
    secrets: { apiKey: api_key ?? undefined, headers: headers ?? [] },
  });
}

/**
 * A stored model server with changes. Throws `invalid` for a secret that is kept but belongs to another address, or cannot
 * be decrypted.
 */
export function wantedChanged(stored: ModelServer, { api_key, headers, ...given }: Changes, secrets: Secrets): Wanted {
  const definition = definitionOf(given, stored.definition);
  const keepsKey = api_key === undefined && stored.sealedKey !== undefined;
  const keptHeaders = (headers === undefined ? stored.headerNames.map((name) => ({ name })) : (headers ?? [])).flatMap(
    (header: KeptOrNewHeader, index) => (isNew(header) ? [] : [{ name: header.name, path: pathOf(headers, index) }]),
  );
  if (definition.base_url !== stored.definition.base_url) {
    if (keepsKey) throw invalid("api_key", AGAIN);
    for (const { path } of keptHeaders) throw invalid(path, AGAIN);
  }
  const opened = keepsKey || keptHeaders.length > 0 ? openSecrets(stored, secrets) : { headers: [] };
  if (!opened) throw invalid(keepsKey ? "api_key" : "headers", SEALED_OTHERWISE);
  const valueOf = (name: string) => opened.headers.find((header) => header.name === name)?.value;
  const kept = keptHeaders.map(({ name, path }): ServerHeader => {
    const value = valueOf(name);
    if (value === undefined) throw invalid(path, "is required for a header that is not stored");
    return { name, value };
  });
  return checked({
    definition,
    secrets: {
      apiKey: keepsKey ? opened.apiKey : (api_key ?? undefined),
      headers:
        headers === undefined
          ? kept
          : (headers ?? []).flatMap((one) => (isNew(one) ? [one] : kept.filter(({ name }) => name === one.name))),
    },
  });
}

/** What is stored of it, with its secrets sealed. Throws `invalid` if there is no secret to seal them with. */
export function contentOf({ definition, secrets: { apiKey, headers } }: Wanted, id: string, secrets: Secrets) {
  const content: ModelServerContent = { definition, headerNames: headers.map(({ name }) => name) };
  const path = apiKey === undefined ? "headers" : "api_key";
  try {
    if (apiKey !== undefined) content.sealedKey = secrets.seal(apiKey, keyField(id));
    if (headers.length > 0) content.sealedHeaders = secrets.seal(JSON.stringify(headers), headersField(id));
    return content;
  } catch (error) {
    throw error instanceof NoSecretError ? invalid(path, NO_SECRET) : error;
  }
}

/** The configuration that it is used with. */
export const configOfWanted = ({ definition, secrets }: Wanted): UpstreamConfig => configOf(definition, secrets);

/** Throws `invalid` for an address that must not be connected to. */
export async function requireAllowedAddress(base_url: string, rules: OutboundRules): Promise<void> {
  if (!(await leadsToRefused(base_url, rules))) return;
  if (!(await leadsToRefused(base_url, { ...rules, publicOnly: false })))
    throw invalid(
      "base_url",
      "leads to this machine or a private network, which this service does not connect to (LOUPE_UPSTREAMS_PUBLIC_ONLY)",
    );
  if (!(await leadsToRefused(base_url, { publicOnly: false })))
    throw invalid("base_url", "leads to this service itself");
  throw invalid("base_url", "has a link-local, metadata or reserved address, which is never connected to");
}

function checked(wanted: Wanted): Wanted {
  const { key_header, api_key, headers = [] } = configOfWanted(wanted);
  const repeated = api_key === undefined ? -1 : headers.findIndex(({ name }) => name === key_header);
  if (repeated !== -1) throw invalid(`headers[${repeated}].name`, "is the header of the key");
  return wanted;
}

/** Without the fields that have their default. */
function definitionOf(given: Partial<ConnectionDefinition>, stored: ConnectionDefinition | undefined) {
  const fields = Object.entries({ ...stored, ...present(given) }).filter(([, value]) => value !== null);
  const { name, base_url } = { ...stored, ...present(given) };
  if (name === undefined || base_url === undefined)
    throw invalid(name === undefined ? "name" : "base_url", "is required");
  const definition: ConnectionDefinition = { ...Object.fromEntries(fields), name, base_url };
  return definition;
}

const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const isNew = (header: KeptOrNewHeader): header is ServerHeader => header.value !== undefined && header.value !== null;

const pathOf = (headers: unknown, index: number) => (headers === undefined ? "headers" : `headers[${index}].value`);
