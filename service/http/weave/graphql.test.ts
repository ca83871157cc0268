import { expect, test } from "vitest";
import { useService } from "@/service/http/routes/test-service";

const service = useService();

const VIEWER = "query DefaultEntity { viewer { username defaultEntity { name } } }";
const PROJECT = `query Project($name: String!, $entityName: String!) {
  project(name: $name, entityName: $entityName) { name }
}`;

async function ask(query: string, variables?: object, key?: string) {
  const response = await service.post("/graphql", { query, variables }, key ? { authorization: `Bearer ${key}` } : {});
  return { status: response.status, ...(await response.json()) };
}

async function keyOf(project_pattern: string): Promise<string> {
  const key = { owner: "ada", default_project: "acme/a", roles: [{ project_pattern, role: "member" }] };
  return (await (await service.post("/keys/create", key)).json()).api_key;
}

test("whose key it is, and the entity of its default project", async () => {
  const viewer = { username: "admin", defaultEntity: { name: "local" } };
  expect(await ask(VIEWER)).toEqual({ status: 200, data: { viewer } });
  const key = await keyOf("acme/*");
  expect((await ask(VIEWER, {}, key)).data.viewer).toEqual({ username: "ada", defaultEntity: { name: "acme" } });
});

test.each([
  ["one that the key may write to", { name: "a", entityName: "acme" }, { data: { project: { name: "a" } } }],
  ["another's", { name: "b", entityName: "zoo" }, { errors: [{ extensions: { code: "PERMISSION_ERROR" } }] }],
  ["one without a name", { entityName: "acme" }, { errors: [{ extensions: { code: "PERMISSION_ERROR" } }] }],
  ["none", undefined, { errors: [{ extensions: { code: "PERMISSION_ERROR" } }] }],
])("a project: %s", async (_, variables, wanted) => {
  expect(await ask(PROJECT, variables, await keyOf("acme/*"))).toMatchObject({ status: 200, ...wanted });
});

test("any other question is answered that there is no answer", async () => {
  expect(await ask("query { serverInfo { frontendHost } }")).toEqual({
    status: 200,
    errors: [{ message: expect.any(String) }],
  });
});
