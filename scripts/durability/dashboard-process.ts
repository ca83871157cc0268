import path from "node:path";
import { vi } from "vitest";
import { type Started, processesOf, start } from "@/scripts/testing/started";
import { WAIT } from "./service-process";

/** For tests: the built dashboard with its launcher, which may be stopped and started again. */
export class DashboardProcess {
  readonly #data: string;
  #started: Started | undefined;

  /** Its data folder is `name` within `place` (real path). */
  constructor(place: string, name: string) {
    this.#data = path.join(place, name);
  }

  /** Starts it on a port and waits until it is ready. */
  async start(port: number, environment: Record<string, string>): Promise<void> {
    const started = start([process.execPath, "scripts/start.mjs", "dashboard"], {
      LOUPE_DATA_DIR: this.#data,
      PORT: String(port),
      ...environment,
    });
    this.#started = started;
    await vi.waitFor(() => {
      if (started.child.exitCode === null && !started.stdout.includes("ready dashboard")) throw new Error("not ready");
    }, WAIT);
    if (!started.stdout.includes("ready dashboard")) throw new Error(`the dashboard did not start: ${started.stderr}`);
  }

  /** Stops it and waits; returns its exit code. */
  async stop(): Promise<number | null> {
    this.#started?.child.kill("SIGTERM");
    return (await this.#started?.exited) ?? null;
  }

  /** Kills what is left of it. */
  async remove(): Promise<void> {
    await vi.waitFor(() => {
      const running = processesOf(this.#data);
      for (const pid of running.values()) process.kill(pid, "SIGKILL");
      if (running.size > 0) throw new Error("still running");
    }, WAIT);
  }
}
