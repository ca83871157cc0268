import { beforeAll, expect, test } from "vitest";
import { JsonText } from "@/lib/json/text";
import { minimalStart } from "@/lib/contract/test-examples";
import { postOf, useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const HERE = "core:///acme/support";
const OP = { _type: "CustomWeaveType", weave_type: { type: "Op" } };
let table = "";
let row = "";

async function post(path: string, body: object) {
  const response = await service.post(path, body);
  return { status: response.status, ...(await response.json()) };
}

const create = (object_id: string, val: unknown, project = project_id) =>
  post("/obj/create", { obj: { project_id: project, object_id, val } });
const readRefs = async (...refs: string[]) => (await post("/refs/read_batch", { refs })).vals;

beforeAll(async () => {
  const rows = [{ q: "1+1" }, { q: { deep: [1, 2] } }];
  const created = await post("/table/create", { table: { project_id, rows } });
  table = created.digest;
  row = created.row_digests[1];
  await create("ds", { name: "ds", rows: `weave:///acme/support/table/${table}`, list: [{ a: 1 }] });
  await create("outer", { inner: `${HERE}/object/ds:latest`, foreign: "core:///acme/other/object/secret:v0" });
  await create("secret", { canary: 1 }, "acme/other");
  await create("answer", OP);
  await create("a", `${HERE}/object/b:latest`);
  await create("b", `${HERE}/object/a:latest`);
  await create("gone", 1);
  await post("/obj/delete", { project_id, object_id: "gone" });
  const start = { ...minimalStart, project_id, id: "c1", inputs: { q: new JsonText("12345678901234567890") } };
  await post("/call/start", { start });
});

test.each<[string, () => string, unknown]>([
  ["an object", () => `${HERE}/object/ds:latest/attr/name`, "ds"],
  ["a version by index", () => `${HERE}/object/ds:v0/attr/list/index/0/key/a`, 1],
  ["an op", () => `${HERE}/op/answer:latest`, OP],
  ["an op that is no object", () => `${HERE}/object/answer:latest`, null],
  ["a call", () => `${HERE}/call/c1/attr/id`, "c1"],
  ["a table's row by digest", () => `${HERE}/table/${table}/id/${row}/key/q/key/deep/index/1`, 2],
  ["a table's row by position", () => `${HERE}/table/${table}/index/0`, { q: "1+1" }],
  [
    "a row through the object that has the table",
    () => `${HERE}/object/ds:latest/attr/rows/id/${row}/key/q`,
    { deep: [1, 2] },
  ],
  ["a row through an object of that object", () => `${HERE}/object/outer:v0/attr/inner/attr/rows/index/0/key/q`, "1+1"],
  ["a ref itself", () => `${HERE}/object/outer:v0/attr/inner`, `${HERE}/object/ds:latest`],
  ["what is in another project, through a ref", () => `${HERE}/object/outer:v0/attr/foreign/attr/canary`, null],
  ["a circle", () => `${HERE}/object/a:latest/attr/x`, null],
  ["an unknown object", () => `${HERE}/object/nope:latest`, null],
  ["a deleted object", () => `${HERE}/object/gone:v0`, null],
  ["an unknown call", () => `${HERE}/call/nope`, null],
  ["an unknown table", () => `${HERE}/table/nope/index/0`, null],
  ["a row beyond the end", () => `${HERE}/table/${table}/index/2`, null],
  ["a table that is asked for a name", () => `${HERE}/object/ds:latest/attr/rows/attr/x`, null],
  ["a name that is not there", () => `${HERE}/object/ds:latest/attr/nope/attr/more`, null],
  ["a position that is not there", () => `${HERE}/object/ds:latest/attr/list/index/7`, null],
  ["a prototype", () => `${HERE}/object/ds:latest/attr/__proto__`, null],
])("%s", async (_what, ref, value) => expect(await readRefs(ref())).toEqual([value]));

test("values are in the order of their refs, repeated ones too, as they were sent", async () => {
  const call = `${HERE}/call/c1/attr/inputs`;
  const refs = [call, `${HERE}/table/${table}/index/0`, call, `${HERE}/object/ds:v0/attr/name`];
  const text = await (await service.post("/refs/read_batch", { refs })).text();
  const inputs = '{"q":12345678901234567890}';
  expect(text).toBe(`{"vals":[${inputs},{"q":"1+1"},${inputs},"ds"]}`);
});

test("a thousand refs are one request, more are refused", async () => {
  const refs = Array.from({ length: 1000 }, (_, place) => `${HERE}/table/${table}/index/${place % 2}`);
  expect(await readRefs(...refs)).toHaveLength(1000);
  expect((await post("/refs/read_batch", { refs: [...refs, ...refs] })).status).toBe(422);
  expect(await readRefs()).toEqual([]);
});

test("one ref to a project that the key may not read refuses them all", async () => {
  const roles = [{ project_pattern: project_id, role: "viewer" }];
  const { api_key } = await post("/keys/create", { owner: "ada", roles });
  const ask = (refs: string[]) =>
    service.app().request("/refs/read_batch", postOf({ refs }, { authorization: `Bearer ${api_key}` }));
  const mine = `${HERE}/object/ds:latest/attr/name`;
  expect((await ask([mine])).status).toBe(200);
  expect((await ask([mine, "core:///acme/other/object/secret:latest"])).status).toBe(403);
});
