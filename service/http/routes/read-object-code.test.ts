import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type ReadVersion, readWithPython, readWithTypeScript } from "@/lib/format/read-object-code";
import { toJsonText } from "@/lib/json/text";
import { storedFormOf } from "@/lib/prompt/prompt";
import { askWithCurl, askWithPython, askWithTypeScript } from "@/lib/prompt/prompt-code";
import { FAKE_MODEL, fakeInference } from "./test-inference";
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

const PROMPT = {
  _type: "MessagesPrompt",
  _class_name: "MessagesPrompt",
  _bases: ["Prompt", "Object", "BaseModel"],
  name: "support",
  messages: [
    { role: "system", content: 'Answer "{{who}}" {briefly}' },
    { role: "user", content: "{{ question }} {{unknown}}" },
  ],
  config: { model: FAKE_MODEL, temperature: 0.5 },
};
/** As Langfuse's SDKs publish it: each message with its type, and a place for others. */
const TYPED = {
  ...PROMPT,
  messages: [
    { type: "chatmessage", role: "system", content: 'Answer "{{who}}" {briefly}' },
    { type: "placeholder", name: "history" },
    { type: "chatmessage", role: "user", content: "{{ question }} {{unknown}}" },
  ],
};
const TEXT = { _type: "StringPrompt", _class_name: "StringPrompt", _bases: ["Prompt"], name: "support" };

const BRACES = { ...TEXT, content: "Hello {who}, {{{{{question}" };

test.each([
  ["Python", "ask.py", "python3", askWithPython, PROMPT],
  ["TypeScript", "ask.mts", TSX, askWithTypeScript, PROMPT],
  ["curl", "ask.sh", "sh", askWithCurl, PROMPT],
  ["Python", "ask.py", "python3", askWithPython, TYPED],
  ["TypeScript", "ask.mts", TSX, askWithTypeScript, TYPED],
  ["curl", "ask.sh", "sh", askWithCurl, TYPED],
  ["Python", "ask.py", "python3", askWithPython, BRACES],
  ["TypeScript", "ask.mts", TSX, askWithTypeScript, BRACES],
  ["curl", "ask.sh", "sh", askWithCurl, BRACES],
] as const)("the program in %s (%s, %s) fills variables, and its call is linked to the version", async (...program) => {
  const [, file, command, write, val] = program;
  const project_id = "acme/ask";
  const { digest } = await (
    await service.post("/obj/create", { obj: { project_id, object_id: "support", val } })
  ).json();
  const form = storedFormOf(toJsonText(val));
  if (!form) throw new Error("It is a prompt");
  const sent: { text: string; ref: string | null }[] = [];
  const inference = {
    ...fakeInference,
    complete: (call: Parameters<typeof fakeInference.complete>[0]) => {
      sent.push({ text: call.text, ref: null });
      return fakeInference.complete(call);
    },
  };
  const app = service.app({ inference, allowedHosts: ["127.0.0.1"] });
  const api = await listen(async (request) => {
    const response = await app.fetch(request);
    const last = sent.at(-1);
    if (last) last.ref = request.headers.get("x-loupe-prompt");
    return response;
  });
  onTestFinished(() => api.close().then(() => undefined));
  const folder = await mkdtemp(join(tmpdir(), "loupe-code-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ref = `core:///${project_id}/object/support:`;
  const code = write({ serviceUrl: api.url, projectId: project_id, name: "support", digest: "latest", form, ref });
  expect(code).not.toContain(ADMIN_KEY);
  const filled = code
    .replaceAll('"…"', '"a \\"b\\" {c}"')
    .replaceAll('"history": []', '"history": [{ "role": "user", "content": "Earlier" }]');
  await writeFile(join(folder, file), filled);
  const { stdout } = await run(command, [join(folder, file)], { env: { ...process.env, LOUPE_API_KEY: ADMIN_KEY } });
  // curl prints the whole answer.
  expect(stdout).toContain(command === "sh" ? '"content":"Hello."' : "Hello.\n");
  const [{ text, ref: linked } = { text: "", ref: "" }] = sent;
  const value = 'a "b" {c}';
  expect(JSON.parse(text)).toEqual(
    "messages" in val
      ? {
          model: FAKE_MODEL,
          temperature: 0.5,
          messages: [
            { role: "system", content: `Answer "${value}" {briefly}` },
            ...(val === TYPED ? [{ role: "user", content: "Earlier" }] : []),
            { role: "user", content: `${value} ${value}` },
          ],
        }
      : { model: "MODEL", messages: [{ role: "user", content: `Hello ${value}, {{${value}` }] },
  );
  expect(linked).toBe(`${ref}${digest}`);
});

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
