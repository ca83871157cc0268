import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const STOP_PATIENCE_MS = 15_000;
// npm passes on a Ctrl-C that the terminal has sent us already.
const SAME_REQUEST_MS = 1_000;

export interface ProcessSpec {
  name: string;
  /** Arguments of `node`. */
  args: readonly string[];
  environment: Record<string, string | undefined>;
  /** Given each line of standard output, which is thrown away when this is absent. */
  onLine?: (line: string) => void;
  /** Resolves once the process serves; asked to give up when it never will. */
  whenReady: (givenUp: AbortSignal) => Promise<void>;
}

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Processes that live and die together: the end of one, or a request to stop, ends all. */
export class ProcessGroup {
  readonly #running = new Map<string, ChildProcess>();
  readonly #exits = new Map<string, Exit>();
  readonly #stopping = new AbortController();
  #stopAskedAt = 0;
  #failed = false;

  /** Aborted once the group is going down. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Whether a process ended without having been asked to. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether a process ended by itself in a way that left it no time to clean up. */
  wasCutOff(name: string): boolean {
    const exit = this.#exits.get(name);
    return exit !== undefined && exit.code !== 0;
  }

  /** Starts a process; resolves once it is ready, or the group is going down. */
  async start({ name, args, environment, onLine, whenReady }: ProcessSpec): Promise<void> {
    const child = spawn(process.execPath, args, {
      // A group of its own, so that a Ctrl-C reaches only us, who know the order; the channel tells it when we die.
      detached: process.platform !== "win32",
      stdio: ["ignore", onLine ? "pipe" : "ignore", "inherit", "ipc"],
      env: { NODE_ENV: "production", ...environment },
    });
    this.#running.set(name, child);
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
    let ready = false;
    child.once("close", (code, signal) => {
      this.#running.delete(name);
      this.#exits.set(name, { code, signal });
      if (this.#stopping.signal.aborted) return;
      this.#failed = true;
      // A process that cannot start prints the reason itself, in one line.
      if (ready || signal) console.error(`loupe: ${name} ended unexpectedly (${signal ?? `status ${code}`}), stopping`);
      this.requestStop();
    });
    await Promise.race([whenReady(this.#stopping.signal), this.#untilStopping()]);
    ready = true;
  }

  /** Asks every process to stop; asked again later, ends them at once. */
  requestStop(): void {
    if (this.#stopping.signal.aborted && Date.now() - this.#stopAskedAt < SAME_REQUEST_MS) return;
    const again = this.#stopping.signal.aborted;
    this.#stopAskedAt = Date.now();
    this.#stopping.abort();
    for (const child of this.#running.values()) child.kill(again ? "SIGKILL" : "SIGTERM");
  }

  /** Waits until the group is going down and its last process has ended. */
  async ended(): Promise<void> {
    await this.#untilStopping();
    const killer = setTimeout(() => {
      for (const child of this.#running.values()) child.kill("SIGKILL");
    }, STOP_PATIENCE_MS);
    await Promise.all(
      [...this.#running.values()].map((child) => new Promise((resolve) => child.once("close", resolve))),
    );
    clearTimeout(killer);
  }

  async #untilStopping(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise((resolve) => this.#stopping.signal.addEventListener("abort", resolve, { once: true }));
  }
}
