import { addressOf, type Endpoint } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { writeJson } from "@/lib/json/text";
import { MODEL_ID } from "@/lib/training/test-jobs";
import { EXPECTED } from "@/service/http/routes/test-authorization";
import { pick, randomFrom } from "@/service/http/routes/test-mutations";
import type { ServiceProcess } from "./service-process";

const PROJECT = "acme/amplified";
const ROLES = ["viewer", "annotator", "member", "admin"] as const;
const REF = `core:///${PROJECT}/object`;
const MANY = "{{x}}".repeat(13_107);
const ID = "0193a1b2-0000-7000-8000-000000000000";
const SEEDED = {
  project: PROJECT,
  canary: "canary",
  callId: "long",
  feedbackId: ID,
  keyId: "k1",
  objectId: "large",
  promptName: "p1",
  datasetName: "d1",
  tableDigest: "t1",
  fileDigest: "f1",
  modelId: MODEL_ID,
  disposableModelId: MODEL_ID,
  jobId: ID,
  alertId: ID,
  disposableAlertId: ID,
  experimentId: ID,
  scorerRef: `${REF}/many:v0`,
  scoringId: ID,
  disposableScoringId: ID,
  personId: ID,
  invitationId: ID,
};

/** A request, and the role of the key that sends it. */
export type Amplified = { role: (typeof ROLES)[number]; name: string; kind: string; path: string; body: string };

const nested = (depth: number, inside = "1") => `${"[".repeat(depth)}${inside}${"]".repeat(depth)}`;
const nots = (depth: number) =>
  `${'{"$not":['.repeat(depth)}{"$eq":[{"$getField":"id"},{"$literal":"a"}]}${"]}".repeat(depth)}`;
/** A schema in which each of so many levels applies the next one twice. */
function doubling(levels: number): object {
  const definitions = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/$defs/a${level + 1}` };
      return [`a${level}`, level === levels - 1 ? { type: "integer" } : { allOf: [next, next] }];
    }),
  );
  return { $defs: definitions, $ref: "#/$defs/a0" };
}

/** Values that are small to send and may be large to process; each is JSON. */
const AMPLIFIERS: [kind: string, json: () => string][] = [
  ["deep", () => nested(250)],
  ["too deep", () => nested(100_000)],
  ["deep expression", () => nots(31)],
  ["too deep expression", () => nots(3_000)],
  ["wide list", () => JSON.stringify(Array.from({ length: 100_000 }, () => 1))],
  ["wide object", () => JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at])))],
  ["long text", () => JSON.stringify("x".repeat(2 ** 20))],
  ["many variables", () => JSON.stringify(MANY)],
  ["many refs", () => JSON.stringify(Array.from({ length: 1_000 }, () => `${REF}/large:v0`))],
  ["self", () => JSON.stringify(`${REF}/self:v0/attr/self/attr/self`)],
  ["doubling schema", () => JSON.stringify(doubling(40))],
  ["slow pattern", () => JSON.stringify("^(a+)+$")],
  ["many of them", () => JSON.stringify(Array.from({ length: 20_000 }, () => ({ a: [{ b: "{{x}}" }] })))],
];

/** The paths to all values in a body. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A body with the value at a path replaced by JSON; a list may have its first item repeated instead. */
function amplified(value: unknown, [step, ...rest]: readonly (string | number)[], json: string): string {
  if (step === undefined) {
    const isList = Array.isArray(value) && value.length > 0 && json.startsWith('[{"a"');
    return isList ? `[${Array.from({ length: 20_000 }, () => writeJson(value[0])).join(",")}]` : json;
  }
  const write = (inner: unknown, key: string | number) =>
    key === step ? amplified(inner, rest, json) : writeJson(inner ?? null);
  if (Array.isArray(value)) return `[${value.map((inner, at) => write(inner, at)).join(",")}]`;
  const members = Object.entries(value ?? {}).filter(([, inner]) => inner !== undefined);
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${write(inner, key)}`).join(",")}}`;
}

/** The endpoints of the contract that take JSON, with a valid body of each. */
const BODIES = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  if (endpoint.method !== "POST" || endpoint.auth === "none" || endpoint.requestType) return [];
  const body = EXPECTED[name as EndpointName].body?.(PROJECT, SEEDED);
  if (body === undefined || body instanceof FormData || body instanceof Uint8Array) return [];
  const value: unknown = JSON.parse(writeJson(body));
  return [{ name, path: addressOf(endpoint, value), value, paths: pathsOf(value) }];
});

/** So many requests, the same for a seed; each endpoint, role and kind is equally frequent. */
export function* amplifiedRequests(count: number, seed: number): Generator<Amplified> {
  const random = randomFrom(seed);
  for (let at = 0; at < count; at += 1) {
    const { name, path, value, paths } = BODIES[at % BODIES.length] ?? pick(BODIES, random);
    const [kind, json] = pick(AMPLIFIERS, random);
    const role = pick(ROLES, random);
    yield { role, name, kind, path, body: amplified(value, pick(paths, random), json()) };
  }
}

/** What has ended or stalled processes before, against what `seedAmplifiers` has stored. */
export function knownAmplifiers(): Amplified[] {
  const span = { start: "2020-01-01T00:00:00Z", end: "2030-01-01T00:00:00Z" };
  const at = { project_id: PROJECT };
  const judge = (name: string) => ({
    ...at,
    scorer_ref: `${REF}/${name}:v0`,
    unit: "calls",
    sampling_rate: 1,
    ...span,
  });
  const annotate = (name: string, value: unknown) => ({
    ...at,
    core_ref: `core:///${PROJECT}/call/long`,
    feedback_type: "core.annotation.slow",
    annotation_ref: `${REF}/${name}:v0`,
    payload: { value },
  });
  const evil = `${"a".repeat(50)}!`;
  const refs = (count: number, path = "") => ({ refs: Array.from({ length: count }, () => `${REF}/large:v0${path}`) });
  const known: [Amplified["role"], string, string, object][] = [
    ["viewer", "template", "/scoring/estimate", judge("many")],
    ["annotator", "slow pattern", "/feedback/create", annotate("pattern", evil)],
    ["annotator", "doubling schema", "/feedback/create", annotate("doubling", 1)],
    [
      "annotator",
      "slow batch",
      "/feedback/batch/create",
      { batch: Array.from({ length: 2_000 }, () => annotate("pattern", evil)) },
    ],
    ["viewer", "one value often", "/refs/read_batch", refs(1_000)],
    ["viewer", "into one value often", "/refs/read_batch", refs(1_000, "/attr/list/index/9")],
    [
      "viewer",
      "self",
      "/refs/read_batch",
      { refs: Array.from({ length: 1_000 }, () => `${REF}/self:v0/attr/self/attr/self`) },
    ],
    [
      "member",
      "many rows",
      "/table/create",
      { table: { ...at, rows: Array.from({ length: 60_000 }, (_, row) => ({ row })) } },
    ],
  ];
  return known.map(([role, kind, path, body]) => ({ role, name: path, kind, path, body: JSON.stringify(body) }));
}

/** Stores what is to be amplified, and returns a key of each role. */
export async function seedAmplifiers(service: ServiceProcess): Promise<Record<Amplified["role"], string>> {
  const post = async (path: string, body: object) => {
    const response = await service.ask(path, body);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const object = async (object_id: string, val: unknown) =>
    post("/obj/create", { obj: { project_id: PROJECT, object_id, val } });
  await object("large", { name: "large", list: Array.from({ length: 10_000 }, (_, at) => `${at} ${"x".repeat(400)}`) });
  await object("self", { self: `${REF}/self:v0` });
  await object("pattern", { name: "pattern", field_schema: { pattern: "^(a+)+$" } });
  await object("doubling", { name: "doubling", field_schema: doubling(40) });
  const messages = Array.from({ length: 20 }, () => ({ role: "user", content: MANY }));
  const scorer = { type: "judge", model: "judge", messages, score: { type: "boolean" } };
  await object("many", {
    _type: "Scorer",
    _class_name: "Scorer",
    _bases: ["Object", "BaseModel"],
    name: "many",
    scorer,
  });
  const price = { prompt_token_cost: 1e-6, completion_token_cost: 1e-6, effective_date: "2020-01-01T00:00:00Z" };
  await post("/cost/create", { project_id: PROJECT, costs: { judge: price } });
  const start = {
    project_id: PROJECT,
    id: "long",
    trace_id: "long",
    op_name: "op",
    started_at: "2026-11-20T10:00:00Z",
  };
  await post("/call/start", { start: { ...start, attributes: {}, inputs: { x: "x".repeat(38_000) } } });
  await post("/call/end", {
    end: { project_id: PROJECT, id: "long", ended_at: "2026-11-20T10:00:01Z", output: "y", summary: {} },
  });
  const keys: [string, string][] = [];
  for (const role of ROLES) {
    const roles = [{ project_pattern: PROJECT, role }];
    keys.push([
      role,
      (await post("/keys/create", { owner: `amplifying ${role}`, default_project: PROJECT, roles })).api_key,
    ]);
  }
  const keyOf = Object.fromEntries(keys);
  return {
    viewer: keyOf.viewer ?? "",
    annotator: keyOf.annotator ?? "",
    member: keyOf.member ?? "",
    admin: keyOf.admin ?? "",
  };
}

/** Sends a request; its status, or why there is none. */
export async function sendAmplified(
  service: ServiceProcess,
  key: string,
  { path, body }: Amplified,
): Promise<number | string> {
  try {
    const response = await fetch(`${service.address}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body,
    });
    for await (const _part of response.body ?? []);
    return response.status;
  } catch (error) {
    return String(error);
  }
}

/** What is wrong with an answer: only success and errors of the client are right. */
export const isWrong = (status: number | string): boolean => typeof status === "string" || status >= 500;
