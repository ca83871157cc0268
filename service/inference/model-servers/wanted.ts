import { invalidField } from "@/lib/contract/validate";
import type { ConnectionDefinition, ConnectionsCreate, ConnectionsUpdate } from "@/lib/contract/connections";
import {
  SEALED_OTHERWISE,
  configOf,
  headersField,
  keyField,
  openSecrets,
  type ConnectionSecrets,
} from "@/service/inference/open-connection";
import type { UpstreamConfig } from "@/service/inference/upstream-config";
import { KeptSecrets, sealedFor } from "@/service/secrets/kept-secrets";
import type { Secrets } from "@/service/secrets/secrets";
import type { ModelServer, ModelServerContent } from "@/service/store/model-servers/model-servers-store";

/** A model server as an admin wants it, with its secrets. */
export type Wanted = { definition: ConnectionDefinition; secrets: ConnectionSecrets };

type Changes = Omit<ConnectionsUpdate, "id" | "replaces">;

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
  const kept = new KeptSecrets({
    isSameAddress: definition.base_url === stored.definition.base_url,
    open: () => openSecrets(stored, secrets),
    sealedOtherwise: SEALED_OTHERWISE,
  });
  return checked({
    definition,
    secrets: {
      apiKey: kept.one("api_key", api_key, stored.sealedKey !== undefined, (opened) => opened.apiKey),
      headers: kept.named("headers", headers, stored.headerNames, (opened) => opened.headers),
    },
  });
}

/** What is stored of it, with its secrets sealed. Throws `invalid` if there is no secret to seal them with. */
export function contentOf({ definition, secrets: { apiKey, headers } }: Wanted, id: string, secrets: Secrets) {
  const content: ModelServerContent = { definition, headerNames: headers.map(({ name }) => name) };
  if (apiKey !== undefined) content.sealedKey = sealedFor("api_key", () => secrets.seal(apiKey, keyField(id)));
  if (headers.length > 0)
    content.sealedHeaders = sealedFor(apiKey === undefined ? "headers" : "api_key", () =>
      secrets.seal(JSON.stringify(headers), headersField(id)),
    );
  return content;
}

/** The configuration that it is used with. */
export const configOfWanted = ({ definition, secrets }: Wanted): UpstreamConfig => configOf(definition, secrets);

function checked(wanted: Wanted): Wanted {
  const { key_header, api_key, headers = [] } = configOfWanted(wanted);
  const repeated = api_key === undefined ? -1 : headers.findIndex(({ name }) => name === key_header);
  if (repeated !== -1) throw invalidField(`headers[${repeated}].name`, "is the header of the key");
  return wanted;
}

/** Without the fields that have their default. */
function definitionOf(given: Partial<ConnectionDefinition>, stored: ConnectionDefinition | undefined) {
  const fields = Object.entries({ ...stored, ...present(given) }).filter(([, value]) => value !== null);
  const { name, base_url } = { ...stored, ...present(given) };
  if (name === undefined || base_url === undefined)
    throw invalidField(name === undefined ? "name" : "base_url", "is required");
  const definition: ConnectionDefinition = { ...Object.fromEntries(fields), name, base_url };
  return definition;
}

const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
