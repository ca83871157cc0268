import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { JOB_FILES } from "./launcher";
import { type GroupUse, type ProcessIdentity, groupUse, isRunning, readIdentity, sendSignal } from "./processes";

/** The files of a job that runs on this machine, and its program. */
export class JobFolder {
  readonly path: string;
  readonly #id: string;

  /** `folder` holds the folders of all jobs. */
  constructor(folder: string, id: string) {
    this.path = path.join(folder, id);
    this.#id = id;
  }

  file(file: keyof typeof JOB_FILES): string {
    return path.join(this.path, JOB_FILES[file]);
  }

  /** Undefined if there is no such file. */
  async read(file: keyof typeof JOB_FILES): Promise<string | undefined> {
    return readFile(this.file(file), "utf8").catch(() => undefined);
  }

  /** Undefined until the program has started. */
  async identity(): Promise<ProcessIdentity | undefined> {
    const text = await this.read("begun");
    return text === undefined ? undefined : readIdentity(text);
  }

  /** Resources used by the program and its children. */
  async use({ pid }: ProcessIdentity): Promise<GroupUse> {
    return groupUse(pid, `LOUPE_JOB_ID=${this.#id}`);
  }

  /** Signals the program and its children, and never a later process with the same id. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const identity = await this.identity();
    if (!identity) return;
    if (await isRunning(identity)) return sendSignal(-identity.pid, signal);
    const { pids } = await this.use(identity);
    for (const pid of pids) sendSignal(pid, signal);
  }

  /** Kills the remaining processes of the job and removes its files. */
  async remove(): Promise<void> {
    await this.kill("SIGKILL");
    await rm(this.path, { recursive: true, force: true });
  }
}
