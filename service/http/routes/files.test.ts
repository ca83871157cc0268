import { describe, expect, test } from "vitest";
import { digestOf } from "@/service/store/objects/digest";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const project_id = "acme/support";
const SOURCE = "async function answer({question}){ await inner(question); return {text:'Paris'}; }";

async function create(fields: [string, string | Blob][], headers: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return service
    .app()
    .request("/file/create", { method: "POST", body, headers: { "x-api-key": ADMIN_KEY, ...headers } });
}

const read = (digest: string, project = project_id) => service.post("/file/content", { project_id: project, digest });

describe("/file/create and /file/content", () => {
  test("a file is returned byte for byte, as a download", async () => {
    const bytes = new Uint8Array(3_000_000).map((_, place) => place % 251);
    const created = await create([
      ["project_id", project_id],
      ["file", new Blob([bytes])],
    ]);
    expect([created.status, await created.json()]).toEqual([200, { digest: digestOf(bytes) }]);
    const response = await read(digestOf(bytes));
    expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
      "application/octet-stream",
      "attachment",
    ]);
    expect(digestOf(new Uint8Array(await response.arrayBuffer()))).toBe(digestOf(bytes));
  });

  test("the digest is the one that Weave's SDKs compute, the form the one they send", async () => {
    const boundary = "----formdata-undici-067330971881";
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const type = "Content-Type: application/octet-stream";
    const form = `${part('name="project_id"', project_id)}${part(`name="file"; filename="blob"\r\n${type}`, SOURCE)}--${boundary}--\r\n`;
    const response = await service.post("/file/create", form, {
      "content-type": `multipart/form-data; boundary=${boundary}`,
    });
    expect(await response.json()).toEqual({ digest: "2St8ezKfDKXBb0s6F2i1WAofeyvZCWaZJqHWDXYCjMw" });
    expect(await (await read("2St8ezKfDKXBb0s6F2i1WAofeyvZCWaZJqHWDXYCjMw")).text()).toBe(SOURCE);
  });

  test("an empty file is a file", async () => {
    const { digest } = await (
      await create([
        ["project_id", project_id],
        ["file", new Blob([])],
      ])
    ).json();
    const response = await read(digest);
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test.each<[string, [string, string | Blob][], unknown]>([
    ["no project", [["file", new Blob(["x"])]], [{ path: "project_id", message: "is required" }]],
    ["no file", [["project_id", project_id]], [{ path: "file", message: expect.any(String) }]],
    [
      "a text for a file",
      [
        ["project_id", project_id],
        ["file", "x"],
      ],
      [{ path: "file", message: "must be a file part" }],
    ],
    [
      "two projects",
      [
        ["project_id", project_id],
        ["project_id", "acme/other"],
        ["file", new Blob(["x"])],
      ],
      [{ path: "project_id", message: "appears more than once" }],
    ],
  ])("a form with %s is refused", async (_what, fields, errors) => {
    const response = await create(fields);
    expect([response.status, (await response.json()).errors]).toEqual([422, errors]);
  });

  test.each([
    ["JSON", "{}", "application/json", 415],
    ["no type", "x", undefined, 415],
    ["a form without a boundary", "x", "multipart/form-data", 400],
    ["a form that is none", "x", "multipart/form-data; boundary=b", 400],
  ])("%s is refused", async (_what, body, type, status) => {
    expect((await service.post("/file/create", body, { "content-type": type })).status).toBe(status);
  });

  test("a form over the limit is refused", async () => {
    const response = await create([
      ["project_id", project_id],
      ["file", new Blob([new Uint8Array(33 * 2 ** 20)])],
    ]);
    expect([response.status, (await response.json()).code]).toEqual([413, "too_large"]);
  });

  test.each([
    ["an unknown file", "nope", project_id],
    ["a path", "../../secrets", project_id],
    ["a file of another project", digestOf(SOURCE), "acme/other"],
  ])("%s is not found", async (_what, digest, project) => {
    const response = await read(digest, project);
    expect([response.status, (await response.json()).code]).toEqual([404, "not_found"]);
  });
});
