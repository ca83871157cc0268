import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { start } from "@/scripts/testing/started";

const LOOK_EVERY_MS = 250;
const START_WITHIN_MS = 300_000;
const BUSY = new Set([429, 503]);
const RETRY_AFTER_MS = 1_000;
const MOST_FAILURES = 100;

/** A request as the pages of a product send it, and how many traces or spans its answer has. */
export interface Question {
  ask(): Promise<string>;
  countIn(answer: string): number;
}

/** A running product that stores OpenInference spans. */
export interface Peer {
  name: string;
  /** Where it takes OTLP. */
  otlp: { address: string; headers: Record<string, string> };
  /** Number of spans that its API knows. */
  visible(): Promise<number>;
  /** Waits until what it has to do in the background for text search is done, if there is such work. */
  indexed?: () => Promise<void>;
  /** The newest 50 traces, as in its list. */
  newest: Question;
  /** All spans of a trace, as in its page, by the trace's id in hex. */
  trace(id: string): Question;
  /** The traces or spans whose text has these words, at most 50, as its list filters. */
  search(words: string): Question;
  stop(): Promise<void>;
}

/** A program with its data in a temporary folder, which `stop` removes. */
export interface Program {
  folder: string;
  stop(): Promise<void>;
}

/** Starts a program in a new temporary folder, and waits until its address answers. */
export async function startProgram(
  address: string,
  commandIn: (folder: string) => { command: string[]; environment: Record<string, string> },
): Promise<Program> {
  const folder = mkdtempSync(path.join(tmpdir(), "loupe-peer-"));
  const { command, environment } = commandIn(folder);
  const started = start(command, { TMPDIR: folder, ...environment });
  const stop = async () => {
    started.child.kill("SIGTERM");
    await started.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const since = performance.now();
  while (!(await answers(address))) {
    if (started.child.exitCode === null && performance.now() - since < START_WITHIN_MS) await pause(LOOK_EVERY_MS);
    else {
      await stop();
      throw new Error(`${command.join(" ")} did not start:\n${started.stdout}${started.stderr}`);
    }
  }
  return { folder, stop };
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The version of a package in a virtual environment. */
export function versionOf(environment: string, name: string): string {
  const program = `import importlib.metadata; print(importlib.metadata.version("${name}"))`;
  return execFileSync(path.join(environment, "bin/python"), ["-c", program], { encoding: "utf8" }).trim();
}

/**
 * Sends an export, and again while the server is too busy for it or closes the connection, as exporters do; returns how
 * often it was sent in vain.
 */
export async function sendExport({ address, headers }: Peer["otlp"], body: Uint8Array): Promise<number> {
  const sent = { ...headers, "content-type": "application/x-protobuf" };
  for (let failures = 0; ; failures += 1) {
    const answer = await fetch(address, { method: "POST", headers: sent, body: Buffer.from(body) }).catch(
      (error: unknown) => {
        if (failures >= MOST_FAILURES) throw error;
      },
    );
    const said = await answer?.text();
    if (answer?.ok) return failures;
    if (answer && (!BUSY.has(answer.status) || failures >= MOST_FAILURES))
      throw new Error(`${address} answered ${answer.status}: ${said}`);
    await pause(RETRY_AFTER_MS);
  }
}

/** Sends a request with a body in JSON, or without one, and reads the answer to its end. */
export async function askJson(address: string, body?: object): Promise<string> {
  const posted = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, body && posted);
  const said = await answer.text();
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${said}`);
  return said;
}
