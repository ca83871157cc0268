import { v7 as uuidV7 } from "uuid";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { Secrets } from "@/service/secrets/secrets";
import { createRemoteRunner } from "./create-runner";
import type { RunnableJob, Runner, RunnerReport, RunnerState } from "./runner";
import type { RemoteRunnerConfig } from "./runner-config";
import { Runners } from "./runners";
import { runnerField, runnersReader } from "./stored-runner";
import { useDispatcher } from "./test-dispatcher";
import { StandInRay } from "./test-ray";

const training = useDispatcher();
afterEach(() => training.store.removeTrainingRunner(undefined));
const SECRETS = new Secrets({ current: Buffer.alloc(32, 1) });
const addressOf = (config: RemoteRunnerConfig) => (config.type === "ray" ? config.address : config.base_url);

/** Runners by their addresses, whose jobs end when they are told to. */
class Scripted implements Runner {
  readonly kind = "ray";
  readonly starts: string[] = [];
  readonly stops: string[] = [];
  follows = 0;
  /** The keys that it was asked with. */
  readonly keys = new Set<string | undefined>();
  hasEnded = false;
  isAway = false;

  async start(job: RunnableJob): Promise<RunnerState> {
    this.starts.push(job.id);
    if (this.isAway) throw new Error("Ray does not answer");
    return {};
  }

  async follow(_job: RunnableJob, state: RunnerState): Promise<RunnerReport> {
    this.follows += 1;
    return { events: [], state, ...(this.hasEnded && { end: { status: "succeeded" as const } }) };
  }

  async stop(job: RunnableJob): Promise<void> {
    this.stops.push(job.id);
  }

  async forget(): Promise<void> {}
}

function useAddresses() {
  const byAddress = new Map<string, Scripted>();
  const at = (address: string): Scripted => {
    const known = byAddress.get(address) ?? new Scripted();
    byAddress.set(address, known);
    return known;
  };
  const create = (config: RemoteRunnerConfig): Runner => {
    const scripted = at(addressOf(config));
    const keyed: Runner = {
      kind: config.type,
      start: (job) => scripted.start(job),
      follow: (job, state) => {
        scripted.keys.add(config.type === "ray" ? config.token : config.api_key);
        return scripted.follow(job, state);
      },
      stop: (job) => scripted.stop(job),
      forget: () => scripted.forget(),
    };
    return keyed;
  };
  const open = (secrets = SECRETS) => new Runners({ read: runnersReader(training.store, secrets), create });
  return { at, open };
}

/** Sets up a runner; with the same address it is changed. */
async function set(address: string, key = "lp_first", secrets = SECRETS) {
  return training.store.setTrainingRunner({ createdBy: "ada" }, (stored) => {
    const id = stored?.definition.address === address ? stored.id : uuidV7();
    const own = JSON.stringify({ key, headers: [], env_vars: [] });
    return {
      id,
      definition: { type: "ray", address, entrypoint: "true", concurrency: 4 },
      secretNames: { key: true, headers: [], env_vars: [] },
      sealedSecrets: secrets.seal(own, runnerField(id)),
    };
  });
}

const [A, B] = ["http://a:1", "http://b:1"];
const stored = async () => (await training.store.listTrainingRunners()).map(({ id }) => id);
const isFollowed = (runner: Scripted) => vi.waitFor(() => expect(runner.follows).toBeGreaterThan(0), 30_000);
/** Jobs that are queued from now on are not started at a former runner. */
const isCurrent = (runners: Runners, id: string) => vi.waitFor(() => expect(runners.current?.id).toBe(id), 30_000);

test("a runner that is set up while the dispatcher works starts the jobs that wait", async () => {
  const { at, open } = useAddresses();
  const { id } = await training.queue();
  training.start(open());
  at(A).hasEnded = true;
  await set(A);
  expect(await training.ended(id)).toMatchObject({ status: "succeeded", runner: "ray" });
  expect(at(A).starts).toEqual([id]);
});

test("after a change of the address, running jobs stay where they are and others start at the new one", async () => {
  const { at, open } = useAddresses();
  const first = await training.queue();
  const runners = open();
  training.start(runners);
  await set(A);
  await isFollowed(at(A));
  at(B).hasEnded = true;
  const { id } = await set(B);
  await isCurrent(runners, id);
  const second = await training.queue();
  expect(await training.ended(second.id)).toMatchObject({ status: "succeeded" });
  expect([at(A).starts, at(B).starts]).toEqual([[first.id], [second.id]]);
  expect((await training.read(first.id)).status).toBe("running");
  at(A).hasEnded = true;
  expect(await training.ended(first.id)).toMatchObject({ status: "succeeded" });
  expect(at(A).stops).toEqual([]);
});

test("a job on a removed runner is followed to its end, by another process too", async () => {
  const { at, open } = useAddresses();
  const { id } = await training.queue();
  const one = training.start(open(), { holder: { machine: "one", process: "1" } });
  await set(A);
  await isFollowed(at(A));
  await training.store.removeTrainingRunner(undefined);
  await one.stop();
  at(A).follows = 0;
  training.start(open(), { holder: { machine: "other", process: "2" } });
  await isFollowed(at(A));
  expect((await training.read(id)).status).toBe("running");
  at(A).hasEnded = true;
  expect(await training.ended(id)).toMatchObject({ status: "succeeded" });
  expect(at(A).starts).toEqual([id]);
});

test("a job that a runner could not start goes on with the next one, and is stopped at the former", async () => {
  const { at, open } = useAddresses();
  at(A).isAway = true;
  at(B).hasEnded = true;
  const { id } = await training.queue();
  training.start(open(), { times: { startMs: 60_000 } });
  await set(A);
  await training.until(id, (job) => job.waits_for === "Ray does not answer");
  await set(B);
  expect(await training.ended(id)).toMatchObject({ status: "succeeded", waits_for: null, failure: null });
  expect([at(A).stops, at(B).starts]).toEqual([[id], [id]]);
});

test("a new key takes effect for the jobs that run", async () => {
  const { at, open } = useAddresses();
  const { id } = await training.queue();
  training.start(open());
  await set(A, "lp_first");
  await isFollowed(at(A));
  await set(A, "lp_second");
  await vi.waitFor(() => expect([...at(A).keys]).toEqual(["lp_first", "lp_second"]), 30_000);
  at(A).hasEnded = true;
  expect(await training.ended(id)).toMatchObject({ status: "succeeded" });
  expect(at(A).starts).toEqual([id]);
});

test("while secrets cannot be decrypted, jobs wait and running ones end with the reason", async () => {
  const { at, open } = useAddresses();
  const running = await training.queue();
  const first = training.start(open());
  await set(A);
  await isFollowed(at(A));
  await first.stop();
  const waiting = await training.queue();
  training.start(open(new Secrets({ current: Buffer.alloc(32, 9) })));
  const { failure } = await training.ended(running.id);
  expect(String(failure)).toContain("cannot be decrypted");
  expect((await training.read(waiting.id)).status).toBe("queued");
});

test("a configured runner precedes a stored one, whose jobs are still followed", async () => {
  const { at, open } = useAddresses();
  const before = await training.queue();
  const first = training.start(open());
  await set(A);
  await isFollowed(at(A));
  await first.stop();
  const configured = new Scripted();
  configured.hasEnded = true;
  const facts = { kind: "ray", concurrency: 4, silenceLimitSeconds: 60 } as const;
  training.start(
    new Runners({
      configured: { runner: configured, facts },
      read: runnersReader(training.store, SECRETS),
      create: () => at(A),
    }),
  );
  const after = await training.queue();
  await training.ended(after.id);
  expect(configured.starts).toEqual([after.id]);
  at(A).hasEnded = true;
  expect(await training.ended(before.id)).toMatchObject({ status: "succeeded" });
});

test("a removed runner is deleted with its key once no job needs it", async () => {
  const { at, open } = useAddresses();
  const { id } = await training.queue();
  training.start(open());
  const { id: runnerId } = await set(A);
  await isFollowed(at(A));
  await training.store.removeTrainingRunner(undefined);
  await training.store.sweepTrainingRunners();
  expect(await stored()).toContain(runnerId);
  await training.retireLongAgo(runnerId);
  await training.store.sweepTrainingRunners();
  expect(await stored()).toContain(runnerId);
  at(A).hasEnded = true;
  await training.ended(id);
  await training.store.sweepTrainingRunners();
  expect(await stored()).not.toContain(runnerId);
});

test("a job runs on Ray as it is stored, at an address that the rules allow", async () => {
  const ray = new StandInRay();
  await ray.start();
  onTestFinished(() => ray.stop());
  const { id } = await training.queue();
  training.start(
    new Runners({ read: runnersReader(training.store, SECRETS), create: (config) => createRemoteRunner(config) }),
  );
  await set(ray.address);
  expect(await training.ended(id)).toMatchObject({ status: "succeeded", runner: "ray" });
  expect(ray.submitted).toEqual([id]);
});
