import { statfs } from "node:fs/promises";
import { type RepeatOptions, repeat } from "./repeat";

/** A database that cannot write its log stops, so writes are rejected before the disk is completely full. */
const RESERVE_BYTES = 256 * 2 ** 20;
const CHECK_EVERY_MS = 1_000;

type Space = { bavail: number; blocks: number; bsize: number };

/** Measures whether the disk of the data folder has enough free space. */
export class DiskWatch {
  readonly #folder: string;
  readonly #measure: (folder: string) => Promise<Space>;
  #freeBytes = Number.POSITIVE_INFINITY;
  #sizeBytes = Number.POSITIVE_INFINITY;

  constructor(folder: string, measure: (folder: string) => Promise<Space> = statfs) {
    this.#folder = folder;
    this.#measure = measure;
  }

  /** Free for an ordinary user; infinite before the first check. */
  get freeBytes(): number {
    return this.#freeBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  get isFull(): boolean {
    return this.#freeBytes < RESERVE_BYTES;
  }

  /** Checks every second until the signal aborts. */
  async keepChecking(options: RepeatOptions): Promise<void> {
    await repeat(
      { name: "measuring free disk space", run: () => this.check(), pauseMs: () => CHECK_EVERY_MS },
      options,
    );
  }

  async check(): Promise<void> {
    try {
      const { bavail, blocks, bsize } = await this.#measure(this.#folder);
      this.#freeBytes = bavail * bsize;
      this.#sizeBytes = blocks * bsize;
    } catch {
      // The database reports a folder that cannot be read.
      this.#freeBytes = Number.POSITIVE_INFINITY;
    }
  }
}
