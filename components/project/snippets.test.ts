import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { firstTraceSnippets } from "./snippets";

const folder = mkdtempSync(path.join(tmpdir(), "snippets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const baseUrl = "http://127.0.0.1:3001";

// Stands in for the tools and records what they would get.
const standIns = `curl() { printf '%s\\n' "$@"; echo ---; cat; }
npm() { :; }
node() { cat first-trace.mjs; }
LOUPE_API_KEY=test-key
`;

function run(id: string, projectId: string): string {
  const snippet = firstTraceSnippets({ baseUrl, projectId }).find((each) => each.id === id);
  return execFileSync("sh", ["-c", standIns + (snippet?.code ?? "exit 1")], { encoding: "utf8", cwd: folder });
}

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

  test.each(["opentelemetry", "ai-sdk"])("the %s program names the project exactly", (id) => {
    const line = run(id, projectId)
      .split("\n")
      .find((each) => each.includes("x-project"));
    expect(JSON.parse(line?.replace(/^\s*"x-project": (.*),$/, "$1") ?? "")).toBe(projectId);
  });
});

test("no snippet contains a key", () => {
  for (const { code } of firstTraceSnippets({ baseUrl, projectId: "local/default" })) {
    expect(code).toContain("LOUPE_API_KEY");
    expect(code).not.toContain("lp_");
  }
});
