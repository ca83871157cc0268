import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { fromHeaderText } from "@/lib/contract/header-text";

import { firstTraceSnippets } from "./first-trace-snippets";
import { otlpSettings } from "./otlp-settings";
import { EXPORT_SPANS, OTLP_PACKAGES } from "./python-program";
import { KEY_PLACEHOLDER } from "./snippet";
import { IMPORTS, OTLP_PACKAGES as TYPESCRIPT_OTLP, PROVIDER } from "./typescript-program";

const folder = mkdtempSync(path.join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const baseUrl = "http://127.0.0.1:3001";

// Stands in for the tools and records what they would get.
const standIns = `curl() { printf '%s\\n' "$@"; echo ---; cat; }
npm() { :; }
node() { env; echo ---; cat first-trace.mjs; }
python3() { mkdir -p .venv/bin && touch .venv/bin/activate; }
pip() { :; }
python() { env; echo ---; cat first-trace.py; }
LOUPE_API_KEY=test-key
`;

function snippets(projectId: string) {
  return firstTraceSnippets({ baseUrl, projectId }).flatMap((language) => language.snippets);
}

function run(id: string, projectId: string): string {
  const snippet = snippets(projectId).find((each) => each.id === id);
  return execFileSync("sh", ["-c", standIns + (snippet?.code ?? "exit 1")], { encoding: "utf8", cwd: folder });
}

const idsOf = (name: string) =>
  firstTraceSnippets({ baseUrl, projectId: "local/default" })
    .filter(({ label }) => label === name)
    .flatMap((language) => language.snippets.map(({ id }) => id));
const PYTHON = idsOf("Python");
const TYPESCRIPT = idsOf("TypeScript");
/** Programs that name the project themselves. */
const NAMING = ["langfuse", "weave", "langfuse-js", "weave-js"];
const withHeaders = [...PYTHON, ...TYPESCRIPT].filter((id) => id !== "mastra" && !NAMING.includes(id));

const names = ["local/default", `o'neill/"quoted"`, "a/$(echo hacked)`echo hacked`\\n", "Пример/設定"];

describe.each(names)("in the project %s", (projectId) => {
  test("OTLP by curl is valid JSON under the project's header", () => {
    const [options = "", body = ""] = run("otlp", projectId).split("---\n");
    expect(options.split("\n")).toContain(`x-project: ${projectId}`);
    expect(options.split("\n")).toContain("authorization: Bearer test-key");
    const [span] = JSON.parse(body).resourceSpans[0].scopeSpans[0].spans;
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
    expect(JSON.parse(span.attributes[2].value.stringValue)[0].parts[0].content).toBe("Where is my parcel?");
  });

  test("calls by curl are a start and its end in the project", () => {
    const [options = "", body = ""] = run("calls", projectId).split("---\n");
    expect(options.split("\n")).toContain("api:test-key");
    const [start, end] = JSON.parse(body).batch;
    expect(start.req.start.project_id).toBe(projectId);
    expect(end.req.end.project_id).toBe(projectId);
    expect(end.req.end.id).toBe(start.req.start.id);
  });

  test.each(withHeaders)("the settings of the %s program name the service, the key and the project exactly", (id) => {
    const [settings = ""] = run(id, projectId).split("---\n");
    expect(settings).toMatch(new RegExp(`^[A-Z_]+=${baseUrl}$`, "m"));
    const headers = /^[A-Z_]+_HEADERS=(.*)$/m.exec(settings)?.[1] ?? "";
    const [authorization, project = "", ...others] = headers.split(",").map((header) => decodeURIComponent(header));
    expect(authorization).toBe("authorization=Bearer test-key");
    expect(fromHeaderText(project)).toBe(`x-project=${projectId}`);
    expect(others).toEqual([]);
  });

  test.each(NAMING)("the %s program names the service, the key and the project exactly", (id) => {
    const [settings = "", program = ""] = run(id, projectId).split("---\n");
    expect(settings).toMatch(new RegExp(`^[A-Z_]+=${baseUrl}(/weave)?$`, "m"));
    expect(settings).toMatch(/^(LANGFUSE_SECRET_KEY|WANDB_API_KEY)=test-key$/m);
    const [, inWeave] = /weave\.init\((".*")\)/.exec(program) ?? [];
    const named = JSON.parse(inWeave ?? headerIn(program));
    expect(inWeave || id === "langfuse" ? named : fromHeaderText(named)).toBe(projectId);
  });

  test("the mastra program names the service, the key and the project exactly", () => {
    const program = run("mastra", projectId);
    expect(program).toContain(`endpoint: ${JSON.stringify(baseUrl)}`);
    expect(program).toContain("`Bearer ${process.env.LOUPE_API_KEY}`");
    expect(fromHeaderText(JSON.parse(headerIn(program)))).toBe(projectId);
  });
});

/** The JSON of the header with the project that a program has. */
const headerIn = (program: string) => /"x-project": (".*?[^\\]")/.exec(program)?.[1] ?? "";

test("every snippet contains the service's address and the project, and no key", () => {
  for (const { code } of snippets("local/default")) {
    expect(code).toContain(baseUrl);
    expect(code).toContain("local/default");
    expect(code).toContain("LOUPE_API_KEY");
    expect(code).not.toContain(KEY_PLACEHOLDER);
    expect(code).not.toMatch(/\blp_/);
  }
});

test("a snippet that calls a real model names its key, and no other does", () => {
  const isReal = /\b(OpenAI|Anthropic|OpenAIModel)\(|Runner\.run_sync|LlmAgent|agents\.run\(|new Agent\(/;
  const all = snippets("local/default");
  expect(all.filter(({ modelKey }) => modelKey)).toEqual(all.filter(({ code }) => isReal.test(code)));
});

test.each([...PYTHON, ...TYPESCRIPT])("the %s program is short", (id) => {
  const [, program = ""] = run(id, "local/default").split("---\n");
  const lines = program.split("\n").filter((line) => line.trim() !== "");
  expect(lines.length).toBeLessThanOrEqual(id.startsWith("opentelemetry-") ? 10 : 19);
});

test.each(["opentelemetry-python", "opentelemetry-js"])("the README has the %s program", (id) => {
  const [, program = ""] = run(id, "local/default").split("---\n");
  expect(readFileSync("README.md", "utf8")).toContain(program.trim());
});

describe("docs/clients.md", () => {
  const docs = readFileSync("docs/clients.md", "utf8");
  const all = snippets("local/default");
  const of = (ids: readonly string[]) => all.filter(({ id }) => ids.includes(id));
  const [, python = "", typescript = ""] = docs.split(/^## (?:Python|TypeScript)$/m);

  test.each([
    ...of(PYTHON).map((snippet) => ({
      ...snippet,
      section: python,
      install: /^pip install --quiet ([^]*?)\nexport /m,
    })),
    ...of(TYPESCRIPT).map((snippet) => ({
      ...snippet,
      section: typescript,
      install: /npm install ([^]*?)\n(?:export|cat) /m,
    })),
  ])("lists the packages and settings of $id", ({ label, code, section, install }) => {
    const row = section.split("\n").find((line) => line.startsWith(`| ${label} | `)) ?? "";
    const [, installed = ""] = install.exec(code) ?? [];
    const exporter = [...OTLP_PACKAGES, ...TYPESCRIPT_OTLP];
    const sent = installed.split(/[\s\\']+/).filter((word) => word !== "");
    const isExported = [OTLP_PACKAGES, TYPESCRIPT_OTLP].some((names) => names.every((name) => sent.includes(name)));
    const packages = isExported ? sent.filter((word) => !exporter.includes(word)) : sent;
    const settings = [...code.matchAll(/^export (.*)$/gm)].flatMap(
      ([, line = ""]) => line.match(/[A-Z_]+(?==)/g) ?? [],
    );
    for (const word of [...packages, ...settings.filter((name) => !name.startsWith("OTEL_EXPORTER_OTLP_"))])
      expect(row).toContain(`\`${word}`);
    expect(row.includes("the exporter")).toBe(isExported);
    expect(row.includes("| OTLP")).toBe(code.includes("OTEL_EXPORTER_OTLP_HEADERS"));
  });

  test("has the settings and the lines that most of them share", () => {
    expect(docs).toContain(`\`\`\`sh\n${otlpSettings({ baseUrl, projectId: "local/default" }).join("\n")}\n`);
    expect(python).toContain(`\`\`\`python\n${EXPORT_SPANS}`);
    expect(typescript).toContain(`\`\`\`ts\n${IMPORTS}\n\n${PROVIDER}\n`);
  });
});
