import { SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { JsonNode } from "@/lib/json/node";
import { answerJson, MODEL, startUpstream } from "@/service/inference/test-upstream";
import { KEY, ServiceProcess, WAIT } from "../durability/service-process";
import { ensureBuilt } from "../start/build.mjs";
import { type Finished, runCommandLine, startCommandLine } from "../testing/command-line";

vi.setConfig({ testTimeout: 600_000 });
const PROJECT = "acme/parcels";
const DASHBOARD = "https://loupe.example.com";
/** A title, a cleared screen and red text, if a terminal obeyed it. */
const HOSTILE = "\u001B]0;owned\u0007\u001B[2J\u001B[31mno parcel\u009B0m";
const CITIES = ["Lyon", "Lisbon", "Porto", "Paris"];

const service = new ServiceProcess();
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-command-line-")));
const inFolder = (name: string) => path.join(folder, name);
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let environment: Record<string, string>;
/** What every command has written. */
const written: string[] = [];

beforeAll(async () => {
  await ensureBuilt("service");
  upstream = await startUpstream((response, request) => {
    const asked = JSON.parse(request.body).messages.at(-1).content;
    const known = CITIES.find((_city, place) => asked.includes(`parcel ${place}`) && place < 3);
    const choice = {
      index: 0,
      message: { role: "assistant", content: known ?? "I do not know" },
      finish_reason: "stop",
    };
    const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 };
    return answerJson({ id: "c", object: "chat.completion", model: MODEL, choices: [choice], usage })(
      response,
      request,
    );
  });
  const upstreams = [{ name: "stand-in", base_url: upstream.config.base_url }];
  environment = { LOUPE_UPSTREAMS: JSON.stringify(upstreams), NEXTAUTH_URL: DASHBOARD };
  await service.start(environment);
}, 300_000);
afterAll(async () => {
  await service.remove();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `loupe` as a developer who has set three variables. */
async function loupe(...args: string[]): Promise<Finished> {
  const finished = await runCommandLine(args, own());
  written.push(finished.stdout, finished.stderr);
  return finished;
}

const own = () => ({ LOUPE_URL: service.address, LOUPE_API_KEY: KEY, LOUPE_PROJECT: PROJECT, XDG_CONFIG_HOME: folder });

/** The lines of a command that succeeds. */
async function jsonLines(...args: string[]): Promise<Record<string, unknown>[]> {
  const { status, stdout, stderr } = await loupe(...args, "--json");
  expect([status, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
}

/** Sends a trace of an agent that calls a tool, with OpenTelemetry's SDK. */
async function sendTrace(question: string, failure?: string): Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${service.address}/v1/traces`,
    headers: { authorization: `Bearer ${KEY}`, "x-project": PROJECT },
  });
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracer = provider.getTracer("parcels");
  const { ROOT_CONTEXT } = await import("@opentelemetry/api");
  const agent = tracer.startSpan("invoke_agent clerk", {
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: question }] }]),
      "acme.tier": "pro",
    },
  });
  const tool = tracer.startSpan(
    "execute_tool track",
    { attributes: { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "track" } },
    trace.setSpan(ROOT_CONTEXT, agent),
  );
  for (const span of failure === undefined ? [] : [tool, agent]) {
    span.recordException(new Error(failure));
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure ?? "" });
  }
  tool.end();
  agent.end();
  await provider.shutdown();
}

async function ask(place: string, body: object) {
  const response = await service.ask(place, { project_id: PROJECT, ...body });
  expect([place, response.status]).toEqual([place, 200]);
  return response.json();
}

const publish = (name: string, type: string, bases: string[], val: object) =>
  ask("/obj/create", {
    obj: { project_id: PROJECT, object_id: name, val: { _type: type, _class_name: type, _bases: bases, ...val } },
  });

/** What others of the project have made: an annotation, a prompt, a dataset and a scorer. */
async function prepare(): Promise<void> {
  const schema = { type: "string", enum: ["good", "bad"] };
  await publish("quality", "AnnotationSpec", ["BaseObject", "BaseModel"], { name: "quality", field_schema: schema });
  await publish("clerk", "MessagesPrompt", ["Prompt", "Object", "BaseModel"], {
    messages: [{ role: "user", content: "Which city? {{question}}" }],
    config: { model: MODEL, temperature: 0.5 },
  });
  const rows = CITIES.map((expected, place) => ({ question: `Where is parcel ${place}?`, expected }));
  const { digest } = await ask("/table/create", { table: { project_id: PROJECT, rows } });
  const refs = { rows: `weave:///${PROJECT}/table/${digest}` };
  await publish("golden", "Dataset", ["Object", "BaseModel"], refs);
  await publish("exact", "Scorer", ["Object", "BaseModel"], { name: "exact", scorer: { type: "exact" } });
}

test("a developer's day without the browser: find, read, annotate, export, tail, pull, run, open", async () => {
  await prepare();
  await sendTrace("Where is parcel 1?");
  await sendTrace("Where is parcel 9?", HOSTILE);

  // Find.
  const found = await jsonLines("traces", "status:error has(kind:tool) started>yesterday");
  expect(found).toEqual([expect.objectContaining({ op_name: "invoke_agent clerk" })]);
  const { id, trace_id: traceId } = z.object({ id: z.string(), trace_id: z.string() }).parse(found[0]);
  const listed = await loupe("traces");
  expect(listed.stdout.split("\n").filter((line) => line.includes("clerk"))).toHaveLength(2);
  expect(await loupe("traces", "acme.tier:free")).toEqual({
    status: 0,
    stdout: "",
    stderr: `No traces match in ${PROJECT}.\n`,
  });
  expect(await jsonLines("traces", "--calls", "--all")).toHaveLength(4);

  // Read, without obeying what is in the trace.
  const read = await loupe("trace", traceId);
  expect(read.stdout).toContain("1.1 tool");
  expect(read.stdout).toContain("no parcel");
  // oxlint-disable-next-line no-control-regex -- none may be left
  expect(read.stdout + listed.stdout).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
  expect((await loupe("trace", id, "--budget", "200")).stdout.length).toBeLessThan(read.stdout.length + 1);
  const exception = await loupe("trace", id, "1.1/exception", "--json");
  expect(JSON.parse(exception.stdout)).toContain(HOSTILE);
  expect(await loupe("trace", id, "1.7")).toMatchObject({ status: 1, stderr: expect.stringContaining("1.7") });

  // Annotate.
  const added = await loupe(
    "feedback",
    "add",
    traceId,
    "--reaction",
    "👎",
    "--note",
    "Wrong parcel",
    "--answer",
    "quality=good",
  );
  expect([added.status, added.stdout]).toEqual([0, ""]);
  expect(added.stderr).toBe(
    `Added 👎 on ${id}.\nAdded note “Wrong parcel” on ${id}.\nAdded quality “good” on ${id}.\n`,
  );
  expect((await loupe("feedback", "add", id, "--answer", "quality=bad")).stderr).toBe(
    `Replaced quality “bad” on ${id}.\n`,
  );
  expect(await loupe("feedback", "add", id, "--answer", "quality=fair")).toMatchObject({
    status: 2,
    stderr: "loupe: --answer quality=fair: the value must be one of good, bad.\n",
  });
  expect(await jsonLines("traces", "feedback.quality:bad reaction:👎")).toHaveLength(1);
  expect(await jsonLines("feedback", id, "--type", "quality")).toEqual([
    expect.objectContaining({ payload: { value: "bad" }, ext_user_id: "admin" }),
  ]);

  // Export: to a file and to a pipe that is closed early, each an export in the audit log.
  expect((await loupe("export", "calls", "kind:tool", "-o", inFolder("tools.csv"), "--format", "csv")).stderr).toBe(
    `Exported 2 calls to ${inFolder("tools.csv")}.\n`,
  );
  expect(readFileSync(inFolder("tools.csv"), "utf8").split("\r\n")[0]).toMatch(/^id,op_name,.*,inputs,output,/);
  const whole = await loupe("export", "trace", traceId);
  expect(whole.stdout.trimEnd().split("\n")).toHaveLength(2);
  expect((await loupe("export", "feedback")).stdout.trimEnd().split("\n")).toHaveLength(3);
  expect((await loupe("export", "table", "golden", "--format", "csv")).stdout).toMatch(
    /^question,expected\r\n.*Lyon\r\n/,
  );
  const { records } = await ask("/audit/query", { kinds: ["export"] });
  expect(records.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    "callsStreamQuery",
    "callsStreamQuery",
    "feedbackQuery",
    "tableQuery",
  ]);

  await follow();

  // Prompts as files, the same each time.
  expect((await loupe("prompt", "pull", "clerk", "-o", folder)).status).toBe(0);
  const pulled = readFileSync(inFolder("clerk.json"), "utf8");
  expect((await loupe("prompt", "pull", "--all", "-o", folder)).stderr).toContain("Pulled 1 prompt");
  expect(readFileSync(inFolder("clerk.json"), "utf8")).toBe(pulled);
  expect(JSON.parse(pulled)).toMatchObject({ name: "clerk", version: "v1", value: { config: { temperature: 0.5 } } });
  expect((await loupe("prompt", "pull", "clerk:v1", "--format", "md", "-o", "-")).stdout).toContain(
    "Which city? {{question}}",
  );

  await runExperiments();

  // Open.
  expect(await loupe("open", traceId)).toEqual({
    status: 0,
    stdout: `${DASHBOARD}/${PROJECT}/calls/${id}\n`,
    stderr: "",
  });
  expect(written.join("")).not.toContain(KEY);
});

/** Follows new traces while the service is killed and comes back. */
async function follow(): Promise<void> {
  const tail = startCommandLine(["tail", "-f", "-n", "0", "--json", "op:*clerk*"], own());
  onTestFinished(() => void tail.child.kill("SIGKILL"));
  const questions = () =>
    tail.stdout
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => JsonNode.parse(line).get("overview")?.get("input_preview")?.string());
  // It has read where it begins once it polls.
  await vi.waitFor(() => expect(tail.child.exitCode).toBeNull(), WAIT);
  let sent = 0;
  await vi.waitFor(
    async () => {
      await sendTrace(`Before ${(sent += 1)}`);
      expect(questions().length).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 1_500 },
  );
  const port = new URL(service.address).port;
  service.kill("service");
  await service.exited();
  await vi.waitFor(() => expect(tail.stderr).toContain("did not respond. Trying again"), WAIT);
  await service.start({ ...environment, LOUPE_SERVICE_PORT: port });
  await sendTrace("Afterwards");
  await vi.waitFor(() => expect(questions().at(-1)).toBe("Afterwards"), WAIT);
  expect(tail.stderr).toContain("Connected again.");
  // Each once.
  expect(new Set(questions()).size).toBe(questions().length);
  tail.child.kill("SIGINT");
  expect(await tail.exited).toBe(130);
  expect(tail.stderr).not.toContain("Error");
  written.push(tail.stdout, tail.stderr);
}

/** Three of four answers are right. */
async function runExperiments(): Promise<void> {
  const asked = ["run", "--prompt", "clerk", "--table", "golden", "--scorer", "exact"];
  const passing = await loupe(...asked, "--fail-under", "exact=75%", "--junit", inFolder("passing.xml"), "--json");
  expect([passing.status, passing.stdout, passing.stderr]).toEqual([
    0,
    expect.any(String),
    expect.stringContaining(`${DASHBOARD}/${PROJECT}/experiments/`),
  ]);
  const summary = JSON.parse(passing.stdout);
  expect(summary).toMatchObject({
    status: "completed",
    rows: { answered: 4, failed: 0 },
    scores: [expect.objectContaining({ name: "exact.score", mean: 0.75, count: 4 })],
    passed: true,
  });
  expect(readFileSync(inFolder("passing.xml"), "utf8")).not.toContain("<failure");

  const failing = await loupe(...asked, "--fail-under", "exact=0.9", "--junit", inFolder("failing.xml"));
  expect(failing.status).toBe(1);
  expect(failing.stdout).toMatch(/✗ +exact at least 90% +75%/);
  const xml = readFileSync(inFolder("failing.xml"), "utf8");
  expect(xml.match(/<failure message="75%"/g)).toHaveLength(1);
  expect(xml.match(/<testcase classname="[^"]*\.rows"/g)).toHaveLength(4);

  const compared = await loupe("run", "--attach", summary.id, "--baseline", summary.id, "--max-loss", "exact=0");
  expect([compared.status, compared.stdout]).toEqual([1, expect.stringContaining("no baseline")]);
}
