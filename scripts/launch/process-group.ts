import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Questions } from "@/service/processes/questions";

// npm passes on a Ctrl-C that the terminal has already sent to us.
const SAME_REQUEST_MS = 1_000;

export interface ProcessSpec {
  name: string;
  /** Arguments of `node`. */
  args: readonly string[];
  environment: Record<string, string | undefined>;
  /** Called with each line of standard output, which is dropped if this is absent. */
  onLine?: (line: string) => void;
  /** Milliseconds before a stop in which it is told so, by the message `drain`, and goes on. */
  drainMs: number;
  /** Milliseconds after which it is killed if a stop has not ended it. */
  patienceMs: number;
  /** Whether it answers the message `ask` once it is ready; if it stops to do so, it is killed and started again. */
  isAsked: boolean;
  /** Resolves once the process serves; aborted when it never will. */
  whenReady: (givenUp: AbortSignal) => Promise<void>;
}

/** Messages to a process: that it will be stopped, and the question whether it responds. */
const DRAIN = "drain";
const ASK = "ask";

/**
 * Processes that run together: the end of one, or a request to stop, ends all, each before those that it needs. One that does
 * not answer any more is replaced.
 */
export class ProcessGroup {
  /** In the order of their starts. */
  readonly #running = new Map<string, Running>();
  readonly #exits = new Map<string, { code: number | null; signal: NodeJS.Signals | null }>();
  readonly #stopping = new AbortController();
  #stopAskedAt = 0;
  #failed = false;
  readonly #askEveryMs: number | undefined;

  constructor({ askEveryMs }: { askEveryMs?: number } = {}) {
    this.#askEveryMs = askEveryMs;
  }

  /** Aborted once the group is stopping. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Whether a process ended without being stopped. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Whether a process ended by itself in a way that left it no time to clean up. */
  wasCutOff(name: string): boolean {
    const exit = this.#exits.get(name);
    return exit !== undefined && exit.code !== 0;
  }

  /** Starts a process; resolves once it is ready, or the group is stopping. */
  async start(spec: ProcessSpec): Promise<void> {
    const { name, args, environment, onLine, isAsked, whenReady, ...times } = spec;
    const child = spawn(process.execPath, args, {
      // In a separate group, so that a Ctrl-C reaches only this process, which knows the order; the channel closes when
      // this process dies.
      detached: process.platform !== "win32",
      stdio: ["ignore", onLine ? "pipe" : "ignore", "inherit", "ipc"],
      env: { NODE_ENV: "production", ...environment },
    });
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    this.#running.set(name, { child, closed, ...times });
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on("line", onLine);
    let ready = false;
    let isSilent = false;
    child.once("close", (code, signal) => {
      this.#running.delete(name);
      this.#exits.set(name, { code, signal });
      if (this.#stopping.signal.aborted) return;
      if (isSilent) return void this.start(spec);
      this.#failed = true;
      // A process that cannot start prints the reason itself, in one line.
      if (ready || signal)
        console.error(`loupe: ${name} exited unexpectedly (${signal ?? `exit code ${code}`}); stopping Loupe`);
      this.requestStop();
    });
    await Promise.race([whenReady(this.#stopping.signal), this.#untilStopping()]);
    ready = true;
    if (!isAsked || this.#stopping.signal.aborted) return;
    const questions = new Questions({
      ask: () => child.connected && child.send(ASK, () => undefined),
      onSilence: () => {
        isSilent = true;
        console.error(`loupe: ${name} has not answered for ten seconds and is being replaced`);
        child.kill("SIGKILL");
      },
      everyMs: this.#askEveryMs,
    });
    child.on("message", () => questions.answered());
    child.once("close", () => questions.end());
    this.#stopping.signal.addEventListener("abort", () => questions.end(), { once: true });
  }

  /** Stops every process, the last one first; when called again, kills them at once. */
  requestStop(): void {
    if (this.#stopping.signal.aborted && Date.now() - this.#stopAskedAt < SAME_REQUEST_MS) return;
    const again = this.#stopping.signal.aborted;
    this.#stopAskedAt = Date.now();
    this.#stopping.abort();
    if (again) for (const { child } of this.#running.values()) child.kill("SIGKILL");
    else void this.#stopInOrder();
  }

  /** Waits until the group is stopping and its last process has ended. */
  async ended(): Promise<void> {
    await this.#untilStopping();
    await Promise.all([...this.#running.values()].map(async ({ closed }) => closed));
  }

  async #stopInOrder(): Promise<void> {
    for (const { child, closed, drainMs, patienceMs } of [...this.#running.values()].toReversed()) {
      if (drainMs > 0 && child.connected) {
        child.send(DRAIN, () => undefined);
        await Promise.race([closed, pause(drainMs)]);
      }
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await closed;
      clearTimeout(killer);
    }
  }

  async #untilStopping(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    await new Promise((resolve) => this.#stopping.signal.addEventListener("abort", resolve, { once: true }));
  }
}

interface Running extends Pick<ProcessSpec, "drainMs" | "patienceMs"> {
  child: ChildProcess;
  /** Resolves when it has ended. */
  closed: Promise<void>;
}
