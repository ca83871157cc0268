import { createHash } from "node:crypto";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { type Erasure, erasureCreateResponse, erasureQueryResponse } from "@/lib/contract/erasure";
import { Quarantine } from "@/service/background/leases/quarantine";
import { ADMIN_KEY, type TestService } from "@/service/http/routes/test-service";
import { sleep } from "@/lib/limit/sleep";
import type { Store } from "@/service/store/store";
import { erasureDispatcher } from "./dispatcher";

const POLL_MS = 10;
const AT = "2026-11-20T08:00:00.000000Z";

/** An id in the form of OpenTelemetry's, always the same for one text. */
const hexOf = (text: string, digits: number) => createHash("sha256").update(text).digest("hex").slice(0, digits);

/** For tests: one project, with what programs and people send to it of users. */
export class TestErasure {
  readonly service: TestService;
  readonly project: string;

  constructor(service: TestService, project: string) {
    this.service = service;
    this.project = project;
  }

  /** Returns the text of the answer. */
  async post(path: string, body: object): Promise<string> {
    const response = await this.service.post(path, { project_id: this.project, ...body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  }

  /** As a program sends it that has only a key. */
  async send(path: string, body: object | FormData): Promise<void> {
    const headers: Record<string, string> = {
      authorization: `Basic ${Buffer.from(`pk:${ADMIN_KEY}`).toString("base64")}`,
      "x-project": this.project,
    };
    if (!(body instanceof FormData)) headers["content-type"] = "application/json";
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    const response = await this.service.app().request(path, { method: "POST", headers, body: sent });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }

  async file(text: string): Promise<string> {
    const form = new FormData();
    form.set("project_id", this.project);
    form.set("file", new Blob([text]), "note.txt");
    const headers = { "x-api-key": ADMIN_KEY };
    const response = await this.service.app().request("/file/create", { method: "POST", headers, body: form });
    const { digest }: { digest: string } = await response.json();
    return digest;
  }

  async start(id: string, fields: object = {}): Promise<void> {
    const start = { project_id: this.project, id, trace_id: `trace-${id}`, op_name: "answer", started_at: AT };
    await this.post("/call/start", { start: { ...start, attributes: {}, inputs: {}, ...fields } });
  }

  async end(id: string, output: unknown): Promise<void> {
    const end = { project_id: this.project, id, ended_at: AT.replace(":00.", ":01."), summary: {}, output };
    await this.post("/call/end", { end });
  }

  /** A trace of OpenTelemetry: a root with these attributes, and a call below it without them. */
  async spans(name: string, attributes: Record<string, string>, text: string): Promise<void> {
    const traceId = hexOf(name, 32);
    const span = (spanId: string, parentSpanId: string, own: Record<string, string>) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      startTimeUnixNano: "1795164041000000000",
      endTimeUnixNano: "1795164042000000000",
      attributes: Object.entries(own).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    });
    const [root, child] = [hexOf(`${name} root`, 16), hexOf(`${name} child`, 16)];
    const spans = [span(root, "", attributes), span(child, root, { "input.value": text })];
    await this.send("/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans }] }] });
  }

  /** A log record of a span that has not come. */
  async record(user: string, text: string): Promise<void> {
    const attributes = [{ key: "user.id", value: { stringValue: user } }];
    const record = {
      timeUnixNano: "1795164041090000000",
      traceId: hexOf(text, 32),
      spanId: hexOf(text, 16),
      attributes,
    };
    const body = { kvlistValue: { values: [{ key: "content", value: { stringValue: text } }] } };
    const logRecords = [{ ...record, eventName: "gen_ai.user.message", body }];
    await this.send("/v1/logs", { resourceLogs: [{ scopeLogs: [{ scope: { name: "openai_v2" }, logRecords }] }] });
  }

  async erase(user_id: string): Promise<Erasure> {
    return erasureCreateResponse.parse(JSON.parse(await this.post("/erasure/create", { user_id, confirm: user_id })));
  }

  async erasures(): Promise<Erasure[]> {
    return erasureQueryResponse.parse(JSON.parse(await this.post("/erasure/query", {}))).erasures;
  }

  /** Once all erasures have ended. */
  async done(): Promise<Erasure> {
    for (;;) {
      const [newest] = await this.erasures();
      if (newest?.status === "done") return newest;
      if (newest?.failure !== undefined) throw new Error(newest.failure);
      await sleep(POLL_MS, new AbortController().signal);
    }
  }
}

/** For tests: a process that carries out erasures until the test has finished, or is stopped. */
export function startErasing(store: Store, holder: string): () => Promise<void> {
  const stopping = new AbortController();
  const logger = pino({});
  const dispatcher = erasureDispatcher({
    store,
    holder,
    quarantine: new Quarantine(),
    logger,
    renewMs: POLL_MS,
    pollMs: POLL_MS,
  });
  const work = (async () => {
    while (!stopping.signal.aborted) {
      await dispatcher.take(stopping.signal);
      await sleep(POLL_MS, stopping.signal);
    }
    await dispatcher.finish();
  })();
  const stop = async () => {
    stopping.abort();
    await work;
  };
  onTestFinished(stop);
  return stop;
}
