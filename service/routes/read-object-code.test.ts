import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type ReadVersion, readWithPython, readWithTypeScript } from "@/lib/format/read-object-code";
import { listen } from "./test-servers";
import { ADMIN_KEY, useService } from "./test-service";

const service = useService();
const run = promisify(execFile);
const TSX = join(process.cwd(), "node_modules/.bin/tsx");
const version = { project_id: "acme/code", object_id: 'gr"e\\et', digest: "production" };

/** The output of a program, and the statuses of its requests. */
async function outcome(
  file: string,
  command: string,
  program: (read: ReadVersion) => string,
): Promise<{ output: string; statuses: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), "loupe-code-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const statuses: number[] = [];
  const app = service.app({ allowedHosts: ["127.0.0.1"] });
  const api = await listen(async (request) => {
    const response = await app.fetch(request);
    statuses.push(response.status);
    return response;
  });
  onTestFinished(() => api.close().then(() => undefined));
  const read = { serviceUrl: api.url, projectId: version.project_id, name: version.object_id, digest: version.digest };
  await writeFile(join(folder, file), program(read));
  const env = { ...process.env, LOUPE_API_KEY: ADMIN_KEY };
  const { stdout } = await run(command, [join(folder, file)], { env });
  return { output: stdout, statuses };
}

test.each([
  ["Python", "read.py", "python3", (read: ReadVersion) => `${readWithPython(read)}\nprint(read_value())`],
  ["TypeScript", "read.mts", TSX, (read: ReadVersion) => `${readWithTypeScript(read)}\nconsole.log(await readValue())`],
])("the program in %s reads a value by its label, and again only if it has changed", async (...program) => {
  const [, file, command, write] = program;
  const { project_id, object_id } = version;
  await service.post("/obj/create", { obj: { project_id, object_id, val: "Hello" } });
  await service.post("/obj/create", { obj: { project_id, object_id, val: "Good day" } });
  await service.post("/obj/labels/set", { project_id, object_id, label: "production", digest: "v0" });
  expect(await outcome(file, command, write)).toEqual({ output: "Hello\nHello\n", statuses: [200, 304] });
  await service.post("/obj/labels/set", { project_id, object_id, label: "production", digest: "v1" });
  expect((await outcome(file, command, write)).output).toBe("Good day\nGood day\n");
});
