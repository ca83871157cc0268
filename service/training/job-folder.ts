import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { JOB_FILES } from "./launcher";
import { type GroupUse, type ProcessIdentity, groupUse, isRunning, readIdentity, sendSignal } from "./processes";

/** The files of a job that runs on this machine, and the program that is theirs. */
export class JobFolder {
  readonly path: string;
  readonly #id: string;

  /** `folder` is where the folders of all jobs are. */
  constructor(folder: string, id: string) {
    this.path = path.join(folder, id);
    this.#id = id;
  }

  file(file: keyof typeof JOB_FILES): string {
    return path.join(this.path, JOB_FILES[file]);
  }

  /** Undefined where there is no such file. */
  async read(file: keyof typeof JOB_FILES): Promise<string | undefined> {
    return readFile(this.file(file), "utf8").catch(() => undefined);
  }

  /** Undefined while nothing has begun. */
  async identity(): Promise<ProcessIdentity | undefined> {
    const text = await this.read("begun");
    return text === undefined ? undefined : readIdentity(text);
  }

  /** What the program and all that it has begun use. */
  async use({ pid }: ProcessIdentity): Promise<GroupUse> {
    return groupUse(pid, `LOUPE_JOB_ID=${this.#id}`);
  }

  /** Reaches the program and whatever it has begun, and never a later process that bears their ids. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const identity = await this.identity();
    if (!identity) return;
    if (await isRunning(identity)) return sendSignal(-identity.pid, signal);
    const { pids } = await this.use(identity);
    for (const pid of pids) sendSignal(pid, signal);
  }

  /** Ends what still runs of it, and removes the files. */
  async remove(): Promise<void> {
    await this.kill("SIGKILL");
    await rm(this.path, { recursive: true, force: true });
  }
}
