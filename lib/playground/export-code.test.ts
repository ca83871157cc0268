import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/json/canonical";
import { JsonText } from "@/lib/json/text";
import { programsOf } from "./export-code";

const tricky = new JsonText(`{
  "model": "it's \\"m\\"", "seed": 9223372036854775807, "temperature": 0.5, "stop": ["\\n", "$HOME", "'"], "min_p": 0.05,
  "messages": [{"role": "user", "content": "END\\nEND\\n\\\\ \`$(x)\` 中 \\ud83d\\ude00 \\u0000"}],
  "logprobs": true, "logit_bias": {}, "tools": [], "guided_json": {"const": null}
}`);

const PROMPT = "core:///acme/it's/object/gr%22eet:abc";

interface Received {
  url: string | undefined;
  authorization: string | undefined;
  project: unknown;
  prompt: unknown;
  body: string;
}
const received: Received[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { authorization } = request.headers;
    received.push({
      url: request.url,
      authorization,
      project: request.headers["client-project"],
      prompt: request.headers["x-loupe-prompt"],
      body,
    });
    response.setHeader("content-type", "application/json");
    response.end(
      '{"id":"1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}',
    );
  });
});
let baseUrl = "";
// Inside the project, so that a program finds the SDK.
const results = path.join(import.meta.dirname, "../../test-results");
mkdirSync(results, { recursive: true });
const folder = mkdtempSync(path.join(results, "export-code-"));

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await once(server.close(), "close");
});

function programOf(id: string, body = tricky): string {
  return (
    programsOf(body, { baseUrl, projectId: "acme/it's", promptRef: PROMPT }).find((program) => program.id === id)
      ?.code ?? ""
  );
}

async function run(command: string, args: string[], input = ""): Promise<string> {
  const child = spawn(command, args, { env: { ...process.env, LOUPE_API_KEY: "lp_test" } });
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return output + errors;
}

describe("a request as a program", () => {
  test("with curl sends the same body", async () => {
    const output = await run("sh", ["-s"], programOf("curl"));
    expect(output).toContain("Hello");
    expect(received.at(-1)).toMatchObject({
      url: "/v1/chat/completions/",
      authorization: "Bearer lp_test",
      project: "acme/it's",
      prompt: PROMPT,
    });
    expect(canonicalJson(received.at(-1)?.body ?? "")).toBe(canonical(tricky));
  });

  test("in TypeScript sends the same body, with every digit if the engine can", async () => {
    const canWriteRaw = "rawJSON" in JSON;
    const body = canWriteRaw ? tricky : new JsonText(tricky.text.replace("9223372036854775807", "7"));
    const file = path.join(folder, "program.ts");
    writeFileSync(file, programOf("typescript", body));
    const output = await run(process.execPath, ["--import", "tsx", file]);
    expect(output).toContain("Hello");
    expect(received.at(-1)).toMatchObject({ url: "/v1/chat/completions", prompt: PROMPT });
    expect(canonicalJson(received.at(-1)?.body ?? "")).toBe(canonical(body));
  });

  test("in Python is a program that Python reads, with the same values", () => {
    const code = programOf("python");
    expect(code).toContain("    seed=9223372036854775807,");
    expect(code).toContain('    extra_body={\n        "min_p": 0.05,');
    expect(code).toContain('"const": None');
    const python = hasPython();
    const read = python
      ? execFileSync("python3", ["-c", READ_PYTHON], { input: code, encoding: "utf8" })
      : JSON.stringify(JSON.parse(tricky.text));
    const { extra_body: extra = {}, ...own } = JSON.parse(read);
    expect({ ...own, ...extra }).toEqual(JSON.parse(tricky.text));
  });
});

/** Reads the arguments of the call without running it. */
const READ_PYTHON = `
import ast, json, sys
for node in ast.walk(ast.parse(sys.stdin.read())):
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "create":
        print(json.dumps({k.arg: ast.literal_eval(k.value) for k in node.keywords}))
`;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** Normalizes the quotes of strings, since generated programs may use either. */
function canonical(json: JsonText): string {
  return canonicalJson(json.text.replace("\\ud83d\\ude00", "😀"));
}
