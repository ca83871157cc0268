import { Readable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll } from "vitest";
import { writeJson } from "@/lib/json/text";
import { FailedAttempts } from "@/lib/network/failed-attempts";
import { createApp } from "@/service/http/app";
import type { ServiceDeps } from "@/service/http/deps";
import { fakeInference } from "./test-inference";
import { Recorder } from "@/service/inference/recorder";
import { Secrets } from "@/service/secrets/secrets";
import { Metrics } from "@/service/telemetry/metrics";
import { freshDatabase, type TestDatabase } from "@/service/store/embedded/test-database";
import type { Store } from "@/service/store/store";
import { openReplicas } from "@/service/store/testing/test-replicas";

/** What stored secrets of the tests are sealed with. */
export const TEST_SECRET = Buffer.alloc(32, 1);

export const ADMIN_KEY = "lp_test_planted-secret-0f6a";
export const NOW = new Date("2026-11-20T08:40:45.487Z");

/** For tests: the app with its own database, called as by a client. */
export type TestService = {
  readonly store: Store;
  /** The database of the store. */
  readonly connection: TestDatabase["connection"];
  /** Every line logged so far. */
  readonly log: Record<string, unknown>[];
  app(overrides?: Partial<ServiceDeps>): ReturnType<typeof createApp>;
  /**
   * POSTs a value (or a text unchanged) as JSON with the admin key; headers override the default ones, undefined
   * removes one.
   */
  post(path: string, body: unknown, headers?: Record<string, string | undefined>): Promise<Response>;
};

/** Every step has weights, and nothing is removed from disk. */
const emptyModelFolder: NonNullable<ServiceDeps["modelFolder"]> = {
  removeSteps: async () => {},
  removeModel: async () => {},
  archive: async () => Readable.from([Buffer.from("PK")]),
};

/** Opens the store before the file's tests and drops its database after them. */
export function useService(): TestService {
  const log: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
  let opened: { store: Store; connection: TestDatabase["connection"]; close: () => Promise<void> } | undefined;

  beforeAll(async () => {
    const database = await freshDatabase("migrated");
    const store = await openReplicas({ connection: database.connection });
    opened = { store, connection: database.connection, close: () => store.close().then(() => database.drop()) };
  });
  afterAll(() => opened?.close());

  const service: TestService = {
    log,
    get store() {
      if (!opened) throw new Error("The store is opened before the first test");
      return opened.store;
    },
    get connection() {
      if (!opened) throw new Error("The database is created before the first test");
      return opened.connection;
    },
    app: ({ store = service.store, ...overrides } = {}) =>
      createApp({
        // Replacements made by a test apply to every requester.
        store: store === service.store ? store : { ...store, onBehalfOf: () => store },
        inference: fakeInference,
        modelFolder: emptyModelFolder,
        isStopping: () => false,
        recorder: new Recorder({ store: service.store, logger, count: () => {} }),
        logger,
        metrics: new Metrics(),
        diskIsFull: () => false,
        clock: () => NOW,
        webhooks: { publicOnly: false },
        secrets: new Secrets({ current: TEST_SECRET }),
        addedServers: { publicOnly: false },
        adminKey: ADMIN_KEY,
        attempts: new FailedAttempts({ now: () => NOW.getTime(), wait: () => Promise.resolve() }),
        trustedProxies: [],
        allowedHosts: ["localhost"],
        coreOnly: false,
        version: "0.0.0-test",
        ...overrides,
      }),
    post: async (path, body, headers = {}) => service.app().request(path, postOf(body, headers)),
  };
  return service;
}

/** A POST of a value (or a text unchanged) as JSON with the admin key. */
export function postOf(body: unknown, headers: Record<string, string | undefined> = {}): RequestInit {
  const sent = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}`, ...headers };
  const given = Object.entries(sent).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return { method: "POST", headers: given, body: Buffer.from(typeof body === "string" ? body : writeJson(body)) };
}
