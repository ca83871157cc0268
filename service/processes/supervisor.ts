import { setTimeout as pause } from "node:timers/promises";
import type { ServiceConfig } from "./config";
import { assertPortFree, localAddress } from "@/service/http/listening";
import { type MetricFamily, Metrics, formatFamilies } from "@/service/telemetry/metrics";
import { measureProcess } from "./process-metrics";
import type { DatabaseOptions } from "@/service/store/connections/database";
import { assertReachable } from "@/service/store/connections/reachable";
import { keepEmbedded } from "@/service/store/embedded/keep-embedded";
import { migrate } from "@/service/store/schema/migrate";
import { type Telemetry, openTelemetry } from "@/service/telemetry/open";
import { Child } from "./child";
import { ChildError } from "./child-error";
import type { ProcessKind } from "./messages";
import { PlaceKeeper } from "./place-keeper";

const RESTART_PAUSE_MS = 500;
const TELEMETRY_TIMEOUT_MS = 1_500;
const SUPERVISOR = "supervisor";

const print = (line: string) => console.log(`loupe: ${line}`);

/**
 * Runs the service: the database (the embedded one, if none is configured), `config.processes` servers that share its
 * port, and one process for work in the background. A process that dies is replaced. Resolves when `stopAsked` does and
 * everything has ended; throws `StartError` or `ChildError` if something cannot start.
 */
export async function supervise(config: ServiceConfig, version: string, stopAsked: Promise<void>): Promise<void> {
  await assertPortFree("LOUPE_SERVICE_PORT", config.host, config.port);
  const service = new Supervisor(version);
  let database: OpenDatabase | undefined;
  let telemetry: Promise<Telemetry | undefined> | undefined;
  try {
    // It loads while the database starts.
    const first = service.fork("server");
    database = await openDatabase(config);
    const { connection } = database;
    await migrate(connection);
    telemetry = openTelemetry({
      config: config.telemetry,
      process: SUPERVISOR,
      version,
      connection,
      metrics: service.metrics,
      log: { info: print, warn: print },
    });
    await service.begin(first, connection);
    const others: ProcessKind[] = [...Array<"server">(config.processes - 1).fill("server"), "background"];
    await Promise.all(others.map(async (kind) => service.begin(service.fork(kind), connection)));
    console.log(`ready service ${localAddress(config.host, config.port)}`);
    await Promise.race([stopAsked, database.lost, service.failed]);
  } finally {
    await service.stop(config.stop.mostMs);
    await (await telemetry)?.close(TELEMETRY_TIMEOUT_MS);
    await database?.stop();
  }
}

type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>;

async function openDatabase({ databaseUrl, dataFolder }: ServiceConfig) {
  if (!databaseUrl) return keepEmbedded(dataFolder, print);
  await assertReachable(databaseUrl);
  return {
    connection: { connectionString: databaseUrl },
    lost: new Promise<never>(() => undefined),
    stop: async () => {},
  };
}

class Supervisor {
  /** Rejects when a process cannot be replaced. */
  readonly failed: Promise<never>;
  readonly #children = new Set<Child>();
  readonly metrics = new Metrics();
  readonly #places = new PlaceKeeper();
  #fail: (error: Error) => void = () => undefined;
  #isStopping = false;
  readonly #countReplaced: (labels: { kind: ProcessKind; reason: "exited" | "not_responding" }) => void;

  constructor(version: string) {
    measureProcess(this.metrics, version);
    this.#countReplaced = this.metrics.counter(
      "loupe_processes_replaced_total",
      "Processes of the service that were replaced, by kind: those that exited, and those that did not respond for 10 s.",
    );
    this.failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.failed.catch(() => undefined);
  }

  fork(kind: ProcessKind): Child {
    const child = new Child(kind, async () => this.#collect(), this.#places);
    this.#children.add(child);
    return child;
  }

  /** Lets it work, and replaces it when it dies or does not respond for ten seconds. Throws `ChildError` if it ends before it works. */
  async begin(child: Child, connection: DatabaseOptions["connection"]): Promise<void> {
    void child.start(connection);
    if (!(await child.ready)) throw new ChildError();
    let isSilent = false;
    child.watch(() => (isSilent = true));
    void child.ended.then(async (how) => {
      this.#children.delete(child);
      if (this.#isStopping) return;
      this.#countReplaced({ kind: child.kind, reason: isSilent ? "not_responding" : "exited" });
      const what = isSilent ? "did not respond for 10 s, was ended" : `exited unexpectedly (${how})`;
      print(`a ${child.kind} process ${what} and is being restarted`);
      await pause(RESTART_PAUSE_MS);
      if (!this.#isStopping) await this.begin(this.fork(child.kind), connection).catch(this.#fail);
    });
  }

  async stop(mostMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([...this.#children].map(async (child) => child.stop(mostMs)));
  }

  async #collect(): Promise<string> {
    const children = [...this.#children];
    const measured: MetricFamily[][] = await Promise.all(children.map(async (child) => child.measure()));
    return formatFamilies([...this.metrics.families({ process: SUPERVISOR }), ...measured.flat()]);
  }
}
