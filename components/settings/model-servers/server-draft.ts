import { CONNECTION_PRESETS, KEY_HEADERS, PROVIDERS, type Provider } from "@/lib/contract/connection-presets";
import type { Connection } from "@/lib/contract/connections";
import type { FieldError } from "@/lib/contract/field-errors";
import { CONNECTION_PARALLEL } from "@/lib/contract/limits";
import { inSentence } from "@/lib/format/in-sentence";
import { formatCount } from "@/lib/format/number";
import type { ModelServerUpdate } from "@/lib/queries/connections";

import type { SecretProblems } from "../secrets/secrets";

/** What is typed into the form of a model server, without its key and headers. Lists have an item in each line. */
const NEW_SERVER = {
  provider: "openai",
  name: "",
  address: "",
  models: "",
  projects: "",
  limit: "",
  /** Empty for that of the provider. */
  keyHeader: "",
  deny: "",
  /** `yes` or empty. */
  priority: "",
  /** Empty for the usual place of the address. */
  requestId: "",
};
export type ServerField = keyof typeof NEW_SERVER;
export type ServerDraft = Readonly<Record<ServerField, string>>;
export type ServerProblems = Partial<Record<ServerField, string>>;

/** The settings of a request, each of which an update may leave out; null means the default. */
type Settings = Omit<ModelServerUpdate, "id" | "replaces" | "api_key" | "headers">;

export const FIELD_LABELS: Readonly<Record<ServerField, string>> = {
  provider: "Provider",
  name: "Name",
  address: "Address",
  models: "Models",
  projects: "Projects",
  limit: "Requests at once",
  keyHeader: "Header of the key",
  deny: "Unsupported fields",
  priority: "Priority",
  requestId: "Request ID",
};

/** The field of the form, and of the request. */
const FIELDS: readonly [ServerField, keyof Settings][] = [
  ["provider", "provider"],
  ["name", "name"],
  ["address", "base_url"],
  ["models", "models"],
  ["projects", "projects"],
  ["limit", "max_parallel"],
  ["keyHeader", "key_header"],
  ["deny", "deny_params"],
  ["priority", "supports_priority"],
  ["requestId", "request_id"],
];

/** The preset of a provider, by its id. */
export function presetOf(provider: string) {
  return CONNECTION_PRESETS.find((preset) => preset.provider === provider);
}

/** The draft of a new server of a provider: with its usual address. */
export function newDraft(provider: Provider): ServerDraft {
  return { ...NEW_SERVER, provider, address: presetOf(provider)?.base_url ?? "" };
}

/** The draft with another provider; an address that is no longer a preset's stays. */
export function withProvider(draft: ServerDraft, provider: Provider): Partial<ServerDraft> {
  const isUntouched = draft.address === "" || CONNECTION_PRESETS.some(({ base_url }) => base_url === draft.address);
  return { provider, ...(isUntouched && { address: presetOf(provider)?.base_url ?? "" }) };
}

/** The draft that changes a server. */
export function draftOf(server: Connection): ServerDraft {
  const isForAll = server.projects.length === 1 && server.projects[0] === "*";
  return {
    provider: server.provider,
    name: server.name,
    address: server.base_url,
    models: (server.models ?? []).join("\n"),
    projects: isForAll ? "" : server.projects.join("\n"),
    limit: server.max_parallel === undefined ? "" : String(server.max_parallel),
    keyHeader: server.key_header,
    deny: server.deny_params.join("\n"),
    priority: server.supports_priority ? "yes" : "",
    requestId: server.request_id,
  };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
const listOf = (text: string) => {
  const lines = linesOf(text);
  return lines.length === 0 ? null : lines;
};

/** The name that a server has if none is typed: that of its provider. */
export function suggestedName({ provider }: ServerDraft): string {
  return provider === "other" ? "" : provider;
}

/** A placeholder in capitals, as in the address of a preset, that the admin must replace. */
const PLACEHOLDER = /[A-Z]{4,}(?:-[A-Z]+)+/;

/** The settings that a draft describes, or what is wrong with its fields. */
export function settingsOf(draft: ServerDraft): { settings: Settings } | { problems: ServerProblems } {
  const problems: ServerProblems = {};
  const name = draft.name.trim() || suggestedName(draft);
  if (name === "") problems.name = "Enter a name";
  const address = draft.address.trim();
  const placeholder = PLACEHOLDER.exec(address)?.[0];
  if (address === "") problems.address = "Enter an address";
  else if (placeholder !== undefined) problems.address = `Replace ${placeholder} with the name of your resource`;
  const limit = draft.limit.trim() === "" ? null : Number(draft.limit);
  if (limit !== null && !(Number.isInteger(limit) && limit >= 1 && limit <= CONNECTION_PARALLEL))
    problems.limit = `Enter a whole number from 1 to ${formatCount(CONNECTION_PARALLEL)}, or nothing for no limit`;
  if (Object.keys(problems).length > 0) return { problems };
  return {
    settings: {
      provider: PROVIDERS.find((provider) => provider === draft.provider) ?? null,
      name,
      base_url: address,
      models: listOf(draft.models),
      projects: listOf(draft.projects),
      max_parallel: limit,
      key_header: KEY_HEADERS.find((header) => header === draft.keyHeader) ?? null,
      deny_params: listOf(draft.deny),
      supports_priority: draft.priority === "yes" ? true : null,
      request_id: draft.requestId === "body" || draft.requestId === "header" ? draft.requestId : null,
    },
  };
}

/** Of these settings, those of the fields that a draft changes. */
export function changedSettings(settings: Settings, draft: ServerDraft, before: ServerDraft): Settings {
  const changed = FIELDS.filter(([field]) => draft[field] !== before[field]).map(([, key]) => key);
  return Object.fromEntries(Object.entries(settings).filter(([key]) => changed.some((one) => one === key)));
}

/** The service's errors in a sentence: `The address leads to this service itself`. */
export function sentenceOf(errors: readonly FieldError[]): string {
  return errors.map(({ path, message }) => `The ${subjectOf(path)} ${message}`).join("; ");
}

function subjectOf(path: string): string {
  const [first = ""] = path.split(/[.[]/, 1);
  const field = FIELDS.find(([, key]) => key === first)?.[0];
  if (field) return inSentence(FIELD_LABELS[field]);
  return first === "api_key" ? "key" : first === "headers" ? "header" : path;
}

/** What the service finds wrong, by field, by `key`, and by the place of a header in the request. */
export interface PlacedProblems {
  fields: ServerProblems;
  key?: string;
  /** About the headers as a whole. */
  headers?: string;
  header: SecretProblems;
}

/** No problem. */
export const NO_PROBLEMS: PlacedProblems = { fields: {}, header: {} };

/** Places the service's errors. */
export function placeProblems(errors: readonly FieldError[]): PlacedProblems {
  const placed = {
    fields: {} as ServerProblems,
    key: undefined as string | undefined,
    header: {} as Record<number, SecretProblems[number]>,
  };
  let headers: string | undefined;
  for (const { path, message } of errors) {
    const [, first = "", index, part] = /^([^.[]*)(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? [];
    const text = message.charAt(0).toUpperCase() + message.slice(1);
    const field = FIELDS.find(([, key]) => key === first)?.[0];
    if (first === "api_key") placed.key ??= text;
    else if (first === "headers" && index === undefined) headers ??= text;
    else if (first === "headers")
      placed.header[Number(index)] = { [part === "value" ? "value" : "name"]: text, ...placed.header[Number(index)] };
    else if (field) placed.fields[field] ??= index === undefined ? text : `Line ${Number(index) + 1} ${message}`;
  }
  return { ...placed, headers };
}

/** A draft on what somebody else has saved meanwhile. */
interface Rebased {
  draft: ServerDraft;
  /** Fields that only they have changed, and that now have their value. */
  taken: ServerField[];
  /** Fields that both have changed; they stay as they were typed. */
  both: ServerField[];
}

/** Takes over what somebody else has changed, except in fields that the draft changes itself. */
export function rebased(draft: ServerDraft, before: ServerDraft, now: ServerDraft): Rebased {
  const theirs = FIELDS.map(([field]) => field).filter((field) => now[field] !== before[field]);
  const taken = theirs.filter((field) => draft[field] === before[field]);
  const both = theirs.filter((field) => draft[field] !== before[field] && draft[field] !== now[field]);
  return { draft: { ...draft, ...Object.fromEntries(taken.map((field) => [field, now[field]])) }, taken, both };
}
