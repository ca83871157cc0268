import { describe, expect, test } from "vitest";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";
import type { Endpoint } from "@/lib/contract/endpoint";
import { ADMIN_KEY, postOf, useService } from "./test-service";

const service = useService();

/** What each endpoint answers an empty body: without a key, with a wrong one, with the admin's. One for every endpoint. */
const OPEN = { none: 200, wrong: 200, admin: 200 };
const VALIDATED = { none: 401, wrong: 401, admin: 422 };
const TAKEN = { none: 401, wrong: 401, admin: 200 };
const EXPECTED: Record<EndpointName, typeof OPEN> = {
  feedbackCreate: VALIDATED,
  callRead: VALIDATED,
  callStart: VALIDATED,
  callEnd: VALIDATED,
  callUpsertBatch: VALIDATED,
  callsStreamQuery: VALIDATED,
  callsQueryStats: VALIDATED,
  feedbackQuery: VALIDATED,
  feedbackPurge: VALIDATED,
  costQuery: VALIDATED,
  costCreate: VALIDATED,
  costPurge: VALIDATED,
  projectsQuery: TAKEN,
  keysCreate: VALIDATED,
  keysQuery: TAKEN,
  keysRevoke: VALIDATED,
  keysSelf: TAKEN,
  refusalsQuery: VALIDATED,
  otlpTraces: TAKEN,
  otlpTracesPrefixed: TAKEN,
  health: OPEN,
  serverInfo: OPEN,
  openapi: OPEN,
};

const PRESENTED = {
  none: { authorization: undefined },
  wrong: { authorization: `Bearer ${ADMIN_KEY}x` },
  admin: { authorization: `Bearer ${ADMIN_KEY}` },
};

const all = Object.entries<Endpoint>(endpoints);

describe.each(all)("%s", (name, endpoint) => {
  test.each(["none", "wrong", "admin"] as const)("key: %s", async (key) => {
    const response = await ask(endpoint, PRESENTED[key]);
    expect(response.status).toBe(EXPECTED[name as EndpointName][key]);
    expect(response.headers.has("www-authenticate")).toBe(response.status === 401);
  });

  test("with the interface's endpoints only", async () => {
    const { path, method } = endpoint;
    const body = method === "POST" ? postOf({}) : { method };
    const { status } = await service.app({ coreOnly: true }).request(path, body);
    expect(status === 404).toBe(endpoint.kind === "extension" && path !== "/health");
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

async function ask({ path, method }: Endpoint, headers: Record<string, string | undefined>): Promise<Response> {
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return service.app().request(path, method === "POST" ? postOf({}, headers) : { method, headers: given });
}
