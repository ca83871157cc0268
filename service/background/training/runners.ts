import type { TrainingRun } from "@/service/store/training/runs-store";
import { factsOf } from "./create-runner";
import type { Runner, RunnerFacts } from "./runner";
import type { RemoteRunnerConfig } from "./runner-config";

/** A runner, as a process uses it. */
export type UsedRunner = {
  /** Of a stored one. */
  id?: string;
  runner: Runner;
  facts: RunnerFacts;
  /** Aborts once it is replaced or removed: jobs that it has started are followed there, others go on without it. */
  retired?: AbortSignal;
};

/** A stored runner, as it is to be used; without a configuration if it cannot be. */
type StoredRunner = {
  id: string;
  revision: number;
  isRetired: boolean;
  type: RunnerFacts["kind"];
  config?: RemoteRunnerConfig;
};

/** What is stored, if its version is another than the known one. */
export type ReadRunners = (
  known: string | undefined,
) => Promise<{ version: string; runners: StoredRunner[] } | undefined>;

type RunnersOptions = {
  /** The one of `LOUPE_TRAINING_RUNNER`, which precedes a stored one. */
  configured?: UsedRunner;
  /** One that is used if neither is set up. */
  found?: UsedRunner;
  /** Absent if no runners are stored. */
  read?: ReadRunners;
  create: (config: RemoteRunnerConfig) => Runner;
};

/** The runners that a process uses: one to start jobs, and others for the jobs that those have started. */
export class Runners {
  readonly #options: RunnersOptions;
  #stored = new Map<string, StoredEntry>();
  #version: string | undefined;

  constructor(options: RunnersOptions) {
    this.#options = options;
  }

  /** Where jobs are started; undefined if they wait. */
  get current(): UsedRunner | undefined {
    const { configured } = this.#options;
    if (configured) return configured;
    const stored = [...this.#stored.values()].filter((entry) => !entry.retired.aborted);
    // A stored runner that cannot be used now is not replaced by another.
    return stored.length > 0 ? stored.find((entry) => entry.isUsable)?.used : this.#options.found;
  }

  /** The runner of a job; undefined if there is none any more. */
  of({ status, runnerId }: Pick<TrainingRun, "status" | "runnerId">): UsedRunner | undefined {
    if (status === "queued") return this.current;
    if (runnerId !== undefined) return this.#stored.get(runnerId)?.used;
    // Somebody who stores what was in the variable keeps the jobs that run there.
    return this.#options.configured ?? this.#options.found ?? this.current;
  }

  /** Reads what has changed. */
  async refresh(): Promise<void> {
    const found = await this.#options.read?.(this.#version);
    if (!found) return;
    // One that cannot be used may become usable without being changed: by another secret.
    this.#version = found.runners.every(({ config }) => config) ? found.version : undefined;
    const before = this.#stored;
    this.#stored = new Map(
      found.runners.map((stored) => {
        const entry = before.get(stored.id) ?? new StoredEntry(stored);
        entry.update(stored, this.#options.create);
        return [stored.id, entry];
      }),
    );
    for (const [id, entry] of before) if (!this.#stored.has(id)) entry.retire();
  }
}

/** A stored runner, whose jobs are followed with its latest settings: with a new key, for example. */
class StoredEntry {
  readonly #retiring = new AbortController();
  readonly #proxy: ReplaceableRunner;
  #revision = 0;
  #facts: RunnerFacts;
  isUsable = false;
  readonly id: string;

  constructor({ id, type }: StoredRunner) {
    this.id = id;
    this.#proxy = new ReplaceableRunner(type);
    this.#facts = { kind: type, concurrency: 1, silenceLimitSeconds: Number.POSITIVE_INFINITY };
  }

  get retired(): AbortSignal {
    return this.#retiring.signal;
  }

  get used(): UsedRunner {
    return { id: this.id, runner: this.#proxy, facts: this.#facts, retired: this.retired };
  }

  update({ revision, isRetired, config }: StoredRunner, create: RunnersOptions["create"]): void {
    if (isRetired) this.retire();
    if (!config) {
      this.isUsable = false;
      this.#proxy.target = undefined;
    } else if (revision !== this.#revision || !this.isUsable) {
      this.isUsable = true;
      this.#revision = revision;
      this.#facts = factsOf(config);
      this.#proxy.target = create(config);
    }
  }

  retire(): void {
    this.#retiring.abort();
  }
}

/** A runner whose settings may change while jobs are followed. Without a target, every request fails. */
class ReplaceableRunner implements Runner {
  readonly kind: RunnerFacts["kind"];
  target: Runner | undefined;

  constructor(kind: RunnerFacts["kind"]) {
    this.kind = kind;
  }

  async start(...args: Parameters<Runner["start"]>) {
    return this.#usable().start(...args);
  }

  async follow(...args: Parameters<Runner["follow"]>) {
    return this.#usable().follow(...args);
  }

  async stop(...args: Parameters<Runner["stop"]>) {
    return this.#usable().stop(...args);
  }

  async forget(...args: Parameters<Runner["forget"]>) {
    return this.#usable().forget(...args);
  }

  #usable(): Runner {
    if (this.target) return this.target;
    throw new Error("The secrets of the job's runner cannot be decrypted");
  }
}
