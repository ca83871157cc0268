import { get } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { forwardedKey } from "@/lib/network/forwarded-proof";
import { localAddress } from "@/service/http/listening";
import type { LogFile } from "./log-file";
import type { Plan } from "./plan";
import type { ProcessSpec } from "./process-group";

const LOOK_EVERY_MS = 40;
/** Memory for short-lived objects of requests, twice Node's default, so that it is collected half as often. */
const YOUNG_MIB = 32;
const STOP_MARGIN_MS = 4_000;
/** Longer than proxies keep a connection that they do not use: whoever closes it first loses no request. */
const KEEP_ALIVE_MS = 65_000;

/** The service reports when it is ready. Its log lines, which are JSON, go to `log` if given. */
export function serviceProcess({ environment, stop }: Plan, root: string, log?: LogFile): ProcessSpec {
  let isReady: () => void;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  return {
    name: "service",
    args: [`--max-semi-space-size=${YOUNG_MIB}`, "--enable-source-maps", path.join(root, "dist/service.mjs")],
    environment,
    // It drains itself, as it may also run without this launcher.
    drainMs: 0,
    // Its supervisor only waits; it watches the processes that work.
    isAsked: false,
    patienceMs: stop.mostMs + STOP_MARGIN_MS,
    onLine(line) {
      if (log && line.startsWith("{")) return log.writeLine(line);
      console.log(line);
      if (line.startsWith("ready ")) isReady();
    },
    whenReady: () => ready,
  };
}

/** Variables with secrets that the dashboard does not need. */
const ONLY_FOR_SERVICE = [
  "DATABASE_URL",
  "LOUPE_SECRET",
  "LOUPE_SECRET_OLD",
  "LOUPE_UPSTREAMS",
  "LOUPE_TRAINING_RUNNER",
];

/** Options of a start for developing. */
export interface LaunchOptions {
  /** Runs the dashboard from its sources, with changes applied to open pages, instead of the built one. */
  isDevelopment?: boolean;
}

/** The dashboard is ready when it answers; Next.js reports ready slightly too early. */
export function dashboardProcess(
  { environment: whole, host, port, offersSignInLink, stop }: Plan,
  root: string,
  { isDevelopment = false }: LaunchOptions = {},
): ProcessSpec {
  // Next.js reads these from its environment.
  const environment: typeof whole = {
    ...whole,
    HOSTNAME: host,
    KEEP_ALIVE_TIMEOUT: String(KEEP_ALIVE_MS),
    LOUPE_FINISH_SECONDS: String(stop.finishMs / 1_000),
  };
  for (const name of ONLY_FOR_SERVICE) delete environment[name];
  if (!offersSignInLink) {
    // It proves readers' addresses without the key.
    const { LOUPE_ADMIN_KEY: key } = environment;
    if (key !== undefined) environment.LOUPE_FORWARDED_KEY = forwardedKey(key);
    delete environment.LOUPE_ADMIN_KEY;
  }
  const address = localAddress(host, port);
  const loaded = (names: string[]) =>
    names.flatMap((name) => ["--import", pathToFileURL(path.join(root, `scripts/start/${name}.mjs`)).href]);
  // The development server answers in a process of its own, which has the environment in common.
  if (isDevelopment) {
    environment.NODE_ENV = "development";
    environment.NODE_OPTIONS = loaded(["remote-address"]).join(" ");
  }
  return {
    name: "dashboard",
    args: isDevelopment
      ? [path.join(root, "node_modules/next/dist/bin/next"), "dev", "--port", String(port), "--hostname", host]
      : [
          ...loaded(["stop-with-parent", "stop-gently", "long-uploads", "remote-address"]),
          path.join(root, ".next/standalone/server.js"),
        ],
    environment,
    ...(isDevelopment && { onLine: (line) => console.log(line) }),
    drainMs: isDevelopment ? 0 : stop.drainMs,
    isAsked: !isDevelopment,
    patienceMs: stop.mostMs - stop.drainMs + STOP_MARGIN_MS,
    async whenReady(givenUp) {
      while (!givenUp.aborted && !(await answers(`${address}/sign-in`))) await pause(LOOK_EVERY_MS);
      if (!givenUp.aborted) console.log(`ready dashboard ${address}`);
    },
  };
}

/** One request on a separate connection, since a kept one would delay the stop. */
export async function answers(url: string, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, ...(signal && { signal }) }, (response) => {
      response.resume().once("close", () => resolve(true));
    });
    request.once("error", () => resolve(false));
  });
}
