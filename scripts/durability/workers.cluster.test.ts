import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { nodesOf, pidOf, placeOf } from "@/service/store/embedded/test-citus";
import { onServer } from "@/service/store/embedded/test-server";
import { startCluster } from "../citus-cluster.mjs";
import { ensureBuilt } from "../start/build.mjs";
import { ServiceProcess } from "./service-process";
import { type Answer, missing, nothing, readOne, writeBatch, writeOne } from "./writers";

vi.setConfig({ testTimeout: 240_000 });
const WAIT = { timeout: 100_000, interval: 50 };

const PROJECTS = Array.from({ length: 8 }, (_, place) => `acme/spread-${place}`);
/** Batches with calls of every project are counted under this name. */
const ALL = "all";
const CALLS = 50_000;
const BATCH = 250;
const SENDERS = 8;
const WRITERS_PER_PROJECT = 2;
/** The service must run into the lost worker for this long. */
const AWAY_MS = 10_000;
/** Answers of a project that say how it is: each kind of write and read several times. */
const ENOUGH = 30;
const ENOUGH_BATCHES = 3;

const service = new ServiceProcess();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let nodes: Awaited<ReturnType<typeof nodesOf>>;
let places: number[];

beforeAll(async () => {
  await ensureBuilt("service");
  cluster = await startCluster();
  nodes = await nodesOf({ connectionString: cluster.url });
  const settings = [
    // A cluster for tests may lose the last commits in a crash; this one must not.
    "synchronous_commit = on",
    // How soon Citus completes what a lost worker had prepared, which is otherwise a minute.
    "citus.recover_2pc_interval = '2s'",
  ].map((setting) => `alter system set ${setting}`);
  for (const node of nodes) await onServer(node, ...settings, "select pg_reload_conf()");
  await service.start({ DATABASE_URL: cluster.url });
  places = await Promise.all(PROJECTS.map((project) => placeOf(project, nodes)));
}, 600_000);

afterAll(async () => {
  await service.remove();
  await cluster.stop();
});

test("50,000 calls in eight projects are all there, on both workers", async () => {
  const batches = Array.from({ length: CALLS / BATCH }, (_, turn) => ({
    project: PROJECTS[turn % PROJECTS.length] ?? "",
    ids: Array.from({ length: BATCH }, (_call, place) => `call-${turn}-${place}`),
  }));
  const acknowledged = new Map(PROJECTS.map((project) => [project, 0]));
  const send = async () => {
    for (let next = batches.pop(); next; next = batches.pop()) {
      const { project, ids } = next;
      const response = await service.ask("/calls/complete", { batch: ids.map((id) => completed(project, id)) });
      const { res, refused } = await response.json();
      expect([response.status, res.length, refused]).toEqual([200, BATCH, undefined]);
      acknowledged.set(project, (acknowledged.get(project) ?? 0) + BATCH);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  for (const [project_id, count] of acknowledged)
    expect(await (await service.ask("/calls/query_stats", { project_id })).json()).toMatchObject({ count });
  expect(new Set(places)).toEqual(new Set([1, 2]));
});

test("a worker killed under load: other projects go on, its own answer 503 and come back, and nothing is lost", async () => {
  const [lostPlace = 0] = places;
  const lost = PROJECTS.filter((_, at) => places[at] === lostPlace);
  const kept = PROJECTS.filter((_, at) => places[at] !== lostPlace);
  const answers = new Answers();
  const written = PROJECTS.map((project) => nothing(project));
  const areAllStored = () => {
    expect(answers.fewest("stored", PROJECTS)).toBeGreaterThan(ENOUGH);
    expect(answers.fewest("stored", [ALL])).toBeGreaterThan(ENOUGH_BATCHES);
  };
  const stop = new AbortController();
  const keepOn = async (run: (turn: number) => Promise<void>) => {
    for (let turn = 0; !stop.signal.aborted; turn += 1) await run(turn);
  };
  const load = written.flatMap((acknowledged) =>
    Array.from({ length: WRITERS_PER_PROJECT }, async (_, writer) =>
      keepOn(async (turn) => {
        const { project } = acknowledged;
        answers.add(project, await writeOne(service, `writer-${writer}`, turn, acknowledged));
        answers.add(project, await readOne(service, turn * WRITERS_PER_PROJECT + writer, acknowledged));
      }),
    ),
  );
  load.push(keepOn(async (turn) => answers.add(ALL, await writeBatch(service, `across-${turn}`, written))));
  const ended = Promise.allSettled(load);
  try {
    await vi.waitFor(areAllStored, WAIT);
    process.kill(await pidOf(nodes[lostPlace] ?? {}), "SIGKILL");
    answers.countAgain();
    await pause(AWAY_MS);
    await vi.waitFor(() => {
      expect(answers.fewest("stored", kept)).toBeGreaterThan(ENOUGH);
      expect(answers.fewest("unavailable", lost)).toBeGreaterThan(ENOUGH);
    }, WAIT);
    expect((await service.ask("/health")).status).toBe(200);
    expect((await service.ask("/projects/query", {})).status).toBe(503);
    expect(answers.fewest("unavailable", [ALL])).toBeGreaterThan(0);
    expect(answers.most("unavailable", kept)).toBe(0);
    await cluster.restart();
    answers.countAgain();
    await vi.waitFor(areAllStored, WAIT);
  } finally {
    stop.abort();
    await ended;
  }
  expect([...answers.odd, ...service.unexpectedErrors]).toEqual([]);
  await Promise.all(load);
  // Of a batch for both workers, what the lost one had prepared is completed after its return.
  for (const acknowledged of written)
    await vi.waitFor(async () => expect(await missing(service, acknowledged)).toEqual([]), WAIT);
});

function completed(project_id: string, id: string) {
  const at = { started_at: "2026-11-20T08:00:00Z", ended_at: "2026-11-20T08:00:01Z" };
  return {
    project_id,
    id,
    trace_id: id,
    op_name: "answer",
    ...at,
    inputs: { of: id },
    output: { of: id },
    summary: {},
  };
}

type Kind = "stored" | "unavailable";

/** How often the requests of each project succeeded, or were to be repeated later; any other answer is odd. */
class Answers {
  readonly odd: string[] = [];
  #counts = new Map<string, number>();

  add(project: string, answer: Answer | undefined): void {
    if (answer && !answer.ok && (answer.status !== 503 || answer.retryAfter === null))
      this.odd.push(`${project}: ${answer.status} ${answer.retryAfter} ${answer.body}`);
    const kind: Kind = answer?.ok ? "stored" : "unavailable";
    const name = `${kind} ${project}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  countAgain(): void {
    this.#counts = new Map();
  }

  /** The count of the project with the fewest. */
  fewest(kind: Kind, projects: readonly string[]): number {
    return Math.min(...this.#countsOf(kind, projects));
  }

  /** The count of the project with the most. */
  most(kind: Kind, projects: readonly string[]): number {
    return Math.max(...this.#countsOf(kind, projects));
  }

  #countsOf(kind: Kind, projects: readonly string[]): number[] {
    return projects.map((project) => this.#counts.get(`${kind} ${project}`) ?? 0);
  }
}
