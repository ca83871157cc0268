import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type Endpoint, pathFields, takesBody } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/contract/endpoints";
import * as limits from "@/lib/contract/limits";
import { openApiDocument } from "./openapi";

const document = openApiDocument("1.2.3");
const schemas: Record<string, object> = document.components.schemas;
const text = JSON.stringify(document);

const schema = z.looseObject({ $ref: z.string() });
const content = z.record(z.string(), z.object({ schema: schema.optional() }));
const operation = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.strictObject({
        name: z.string(),
        in: z.enum(["header", "path", "query"]),
        required: z.boolean(),
        description: z.string(),
        schema: z.looseObject({}),
      }),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.strictObject({ description: z.string().min(1), content })),
});
const pathItem = z.strictObject({
  get: operation.optional(),
  post: operation.optional(),
  put: operation.optional(),
  patch: operation.optional(),
  delete: operation.optional(),
});
const FIELD = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;

describe.each(Object.entries<Endpoint>(endpoints))("%s", (name, endpoint) => {
  const item = pathItem.parse(document.paths[endpoint.path]);
  const described = item[FIELD[endpoint.method]];

  test("is described at its path, once", () => {
    expect(described?.operationId).toBe(name);
    const methods = Object.values<Endpoint>(endpoints).filter(({ path }) => path === endpoint.path);
    expect(Object.keys(item).toSorted()).toEqual(methods.map(({ method }) => method.toLowerCase()).toSorted());
  });
  test("describes each endpoint's keys, body and responses", () => {
    expect(described?.security.length).toBe(["none", "signed"].includes(endpoint.auth) ? 0 : 3);
    expect(described?.requestBody !== undefined).toBe(takesBody(endpoint));
    const inPath = described?.parameters?.filter((parameter) => parameter.in === "path") ?? [];
    expect(inPath.map((parameter) => parameter.name)).toEqual(pathFields(endpoint.path));
    const statuses = Object.keys(described?.responses ?? {});
    expect(statuses).toEqual(expect.arrayContaining(endpoint.auth === "none" ? ["200"] : ["200", "401", "403", "429"]));
  });
});

test("every ref leads to a component, and every component is led to or named", () => {
  const refs = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref ?? "");
  expect(refs.length).toBeGreaterThan(30);
  for (const ref of refs) expect([ref, ref.replace("#/components/schemas/", "") in schemas]).toEqual([ref, true]);
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
});

test("security schemes are declared", () => {
  const used = new Set([...text.matchAll(/\{"(\w+)":\[\]\}/g)].map(([, name]) => name));
  expect(used).toEqual(new Set(Object.keys(document.components.securitySchemes)));
});

test.each([
  ["StartedCall", { required: ["project_id", "op_name", "started_at"] }],
  ["FeedbackCreateRequest", { required: ["project_id", "core_ref", "feedback_type", "payload"] }],
  ["CallReadRequest", { required: ["project_id", "id"], additionalProperties: false }],
  ["Expression", { minProperties: 1, maxProperties: 1 }],
  [
    "Call",
    {
      properties: expect.objectContaining({
        output: {},
        inputs: { type: "object" },
        started_at: { type: "string", format: "date-time" },
      }),
    },
  ],
])("%s is as the contract has it", (name, expected) => expect(schemas[name]).toMatchObject(expected));

test.each([
  ["JSON body", `${limits.BODY_BYTES / 2 ** 20} MiB`],
  ["JSON nesting", `${limits.JSON_DEPTH} levels`],
  [
    "IDs, names, types and refs",
    `${limits.NAME_CHARS} characters; where indexed, also at most ${limits.NAME_CHARS} bytes of UTF-8`,
  ],
  ["Items in one batch of calls", limits.BATCH_ITEMS],
  ["Waiting database statements per key", limits.QUEUED_STATEMENTS_PER_KEY],
])("the limit of %s is in the description", (what, limit) => {
  expect(document.info.description).toContain(`| ${what} | ${limit} |`);
});

describe("what an endpoint declares about unknown fields is what its schema does", () => {
  const withRequest = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.request);
  test.each(withRequest)("%s", (_name, { request, unknownFields }) => {
    const refused = request
      ?.safeParse({ surely_not_known: 1 })
      .error?.issues.some(({ code }) => code === "unrecognized_keys");
    expect(refused ?? false).toBe(unknownFields === "refuse");
  });
});
