import { statfs } from "node:fs/promises";

/** A database that cannot write its log stops; what is stored must not be at the mercy of the last byte. */
const RESERVE_BYTES = 256 * 2 ** 20;
const LOOK_EVERY_MS = 1_000;

type Space = { bavail: number; bsize: number };

/** Knows whether the disk of the data folder has room left for more to be stored. */
export class DiskWatch {
  readonly #folder: string;
  readonly #look: (folder: string) => Promise<Space>;
  #freeBytes = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, look: (folder: string) => Promise<Space> = statfs) {
    this.#folder = folder;
    this.#look = look;
  }

  /** Free for an ordinary user; infinite before the first look. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  get isFull(): boolean {
    return this.#freeBytes < RESERVE_BYTES;
  }

  /** Looks now and each second from now on; keeps no process alive. */
  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    try {
      const { bavail, bsize } = await this.#look(this.#folder);
      this.#freeBytes = bavail * bsize;
    } catch {
      // A folder that cannot be looked at is the database's to complain about.
      this.#freeBytes = Number.POSITIVE_INFINITY;
    }
  }
}
