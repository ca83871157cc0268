import { beforeAll, describe, expect, inject, test } from "vitest";
import { addressOf, type Endpoint, type Role, ROLES } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import { newKeyText } from "@/service/people/keys/key-text";
import { weave } from "@/service/http/weave/dialect";
import { EXPECTED } from "./test-authorization";
import type { Seeded } from "./test-expected";
import { SEEDED_CONNECTIONS } from "./test-expected-connections";
import { askEndpoint, makeKey, postTo, seedProject } from "./test-seed";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();

const [MINE, OTHER] = ["acme/a", "zoo/b"];
const CALLERS = [
  "no key",
  "an unknown key",
  "a revoked key",
  "another project's admin",
  ...ROLES,
  "an admin of all projects",
] as const;
/** On a cluster each endpoint is requested once: who may request it is decided before its statements run. */
const isOnce = inject("databaseNodes").length > 1 && process.env.LOUPE_TEST_ALL !== "1";
const TRIED: readonly Caller[] = isOnce ? ["admin", "an admin of all projects"] : CALLERS;
const UNKNOWN: readonly Caller[] = ["no key", "an unknown key", "a revoked key"];
type Caller = (typeof CALLERS)[number];

const seeded = new Map<string, Seeded>();
const keys = new Map<Caller, string>();
const all = Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name as EndpointName, endpoint] as const);
const isRole = (caller: Caller): caller is Role => ROLES.some((role) => role === caller);

/** The expected status for a valid body about the project `MINE`. */
function statusFor(name: EndpointName, caller: Caller): number {
  const { needs, open = 200, foreign = 403 } = EXPECTED[name];
  if (needs === "none") return open;
  if (UNKNOWN.includes(caller)) return 401;
  if (caller === "an admin of all projects") return 200;
  if (needs === "admin of all") return 403;
  if (isRole(caller)) return ROLES.indexOf(caller) >= ROLES.indexOf(needs) ? 200 : 403;
  return foreign;
}

const matrix = all.flatMap(([name, endpoint]) =>
  TRIED.filter((caller) => caller !== "an admin of all projects" || EXPECTED[name].needs === "admin of all").map(
    (caller) => ({ name, endpoint, caller, status: statusFor(name, caller) }),
  ),
);
const belongs = ({ name, caller }: (typeof matrix)[number]) =>
  isRole(caller) || caller === "an admin of all projects" || EXPECTED[name].needs === "none";

beforeAll(async () => {
  for (const project of [MINE, OTHER]) seeded.set(project, await seedProject(service, project));
  for (const role of ROLES) keys.set(role, (await makeKey(service, MINE, role)).text);
  keys.set("another project's admin", (await makeKey(service, OTHER, "admin")).text);
  keys.set("an admin of all projects", (await makeKey(service, "*", "admin")).text);
  for (const connection of SEEDED_CONNECTIONS) await postTo(service, "/connections/create", connection);
  keys.set("an unknown key", newKeyText().text);
  const revoked = await makeKey(service, MINE, "admin");
  await postTo(service, "/keys/revoke", { id: revoked.id });
  keys.set("a revoked key", revoked.text);
});

test("every endpoint declares the role it needs", () => {
  expect(Object.keys(EXPECTED).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

describe("who does not belong to a project", () => {
  let before: string[] = [];
  beforeAll(async () => {
    before = await contents();
  });

  test.each(matrix.filter((entry) => !belongs(entry)))("$name: $caller gets $status", async (entry) => {
    const { name, endpoint, caller, status } = entry;
    const response = await ask(endpoint, caller, bodyFor(name), headersFor(name));
    expect(response.status).toBe(status);
    expect(response.headers.has("www-authenticate")).toBe(status === 401);
    expectNothingOf(MINE, await response.text());
  });

  test("changed nothing in the project", async () => expect(await contents()).toEqual(before));
});

describe("who has too low a role", () => {
  let before: string[] = [];
  beforeAll(async () => {
    before = await contents();
  });

  const tooLow = matrix.filter((entry) => belongs(entry) && entry.status === 403);
  test.each(tooLow)("$name: $caller gets 403, in Weave's dialect too", async ({ name, endpoint, caller }) => {
    const body = bodyFor(name);
    const headers = headersFor(name);
    expect((await ask(endpoint, caller, body, headers)).status).toBe(403);
    expect(inWeave(endpoint, 403)).toContain((await ask(endpoint, caller, body, headers, "/weave")).status);
  });

  test("changed nothing in the project", async () => expect(await contents()).toEqual(before));
});

describe("ids of another project under one's own", () => {
  let before: string[] = [];
  beforeAll(async () => {
    before = await contents(OTHER);
  });

  const withIds = all.filter(([name]) => EXPECTED[name].swapped !== undefined);
  test.each(withIds)("%s reveals nothing", async (name, endpoint) => {
    const { body, swapped } = EXPECTED[name];
    const response = await ask(endpoint, "admin", body?.(MINE, seededIn(OTHER)));
    expect(response.status).toBe(swapped);
    expectNothingOf(OTHER, await response.text());
  });

  test("changed nothing there", async () => expect(await contents(OTHER)).toEqual(before));
});

describe("who has the role", () => {
  test.each(matrix.filter((entry) => belongs(entry) && entry.status === 200))(
    "$name: $caller gets 200",
    async ({ name, endpoint, caller }) => {
      const response = await ask(endpoint, caller, bodyFor(name), headersFor(name));
      expect(response.status).toBe(200);
      expectNothingOf(OTHER, await response.text());
    },
  );
});

describe.each(isOnce ? [] : all)("%s", (name, endpoint) => {
  test("with only the core endpoints", async () => {
    const { method } = endpoint;
    const asked = method === "POST" ? postOf({}) : { method };
    const { status } = await service.app({ coreOnly: true }).request(addressOf(endpoint, bodyFor(name)), asked);
    // 405 if one of the core endpoints has the same path.
    expect([404, 405].includes(status)).toBe(endpoint.kind === "extension" && name !== "health" && name !== "ready");
  });

  test("an unknown key, in Weave's dialect", async () => {
    for (const caller of ["no key", "an unknown key", "a revoked key"] as const)
      expect(inWeave(endpoint, statusFor(name, caller))).toContain(
        (await ask(endpoint, caller, bodyFor(name), {}, "/weave")).status,
      );
  });
});

describe("a key is found wherever a client puts it", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  test.each([
    ["Basic, any user", { authorization: basic(`api:${ADMIN_KEY}`) }, 422],
    ["Basic, no user", { authorization: basic(`:${ADMIN_KEY}`) }, 422],
    ["Basic, scheme in any case", { authorization: basic(`x:${ADMIN_KEY}`).replace("Basic", "bAsIc") }, 422],
    ["Bearer", { authorization: `bearer ${ADMIN_KEY}` }, 422],
    ["x-api-key", { authorization: undefined, "x-api-key": ADMIN_KEY }, 422],
    ["wandb-api-key", { authorization: undefined, "wandb-api-key": ADMIN_KEY }, 422],
    ["Basic, the key as user", { authorization: basic(`${ADMIN_KEY}:`) }, 401],
    ["Basic, no colon", { authorization: basic(ADMIN_KEY) }, 401],
    ["Basic, not base64", { authorization: "Basic %%%" }, 401],
    ["a prefix of the key", { authorization: `Bearer ${ADMIN_KEY.slice(0, -1)}` }, 401],
    ["an empty token", { authorization: "Bearer " }, 401],
    ["another scheme", { authorization: `Digest ${ADMIN_KEY}` }, 401],
    ["SQL", { authorization: "Bearer '||(select 1)--" }, 401],
    ["a cookie", { authorization: undefined, cookie: `key=${ADMIN_KEY}` }, 401],
  ])("%s", async (_where, headers, status) => {
    expect((await service.post("/call/read", {}, headers)).status).toBe(status);
  });
});

const headersFor = (name: EndpointName) => EXPECTED[name].headers?.(MINE);
const bodyFor = (name: EndpointName) => EXPECTED[name].body?.(MINE, seededIn(MINE));

async function ask(
  endpoint: Endpoint,
  caller: Caller,
  body: unknown,
  more: Record<string, string> = {},
  prefix = "",
): Promise<Response> {
  const key = keys.get(caller);
  return askEndpoint(service.app(), endpoint, body, { ...more, authorization: key && `Bearer ${key}` }, prefix);
}

/** Weave's dialect answers as the endpoint does, or does not have it (405 if another one has its path). */
const inWeave = (endpoint: Endpoint, status: number) => (weave.has(endpoint) ? [status] : [404, 405, 501]);

function seededIn(project: string): Seeded {
  const found = seeded.get(project);
  if (!found) throw new Error(`nothing is seeded in ${project}`);
  return found;
}

function expectNothingOf(project: string, answer: string): void {
  expect(answer).not.toContain(seededIn(project).canary);
}

/** Everything in the project, as its admin sees it. */
async function contents(project = MINE): Promise<string[]> {
  const project_id = project;
  const read = async (path: string, body: object) => (await service.post(path, body)).text();
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const get = async (path: string) => (await service.app().request(path, { headers })).text();
  const { keys: known } = await postTo(service, "/keys/query", { include_revoked: true });
  const own = known.filter(({ owner }: { owner: string }) => owner === seededIn(project).canary);
  return [
    await read("/calls/stream_query", { project_id }),
    await read("/feedback/query", { project_id }),
    await read("/refusals/query", { project_id }),
    await read("/objs/query", { project_id }),
    await read("/alerts/query", { project_id }),
    await read("/experiments/query", { project_id }),
    await read("/scoring/query", { project_id }),
    await read("/masking/rules/query", { project_id }),
    await read("/connections/query", {}),
    await read("/people/query", {}),
    await read("/people/invitations/query", {}),
    await get(addressOf(endpoints.trainedModels, { project_id })),
    await get(addressOf(endpoints.trainingJobs, { project_id })),
    JSON.stringify(own.map(({ last_used_at: _use, ...key }: { last_used_at?: string }) => key)),
  ];
}
