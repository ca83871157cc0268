import "server-only";
import { createHash } from "node:crypto";
import { access, mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { dashboardConfig, SESSION_SECONDS } from "./config";

/** Number of ended sessions that this process remembers if the data folder is not writable. */
const KEPT_IN_MEMORY = 10_000;
/** Maximum number of ended sessions in the data folder; the oldest are deleted. */
const KEPT_IN_FOLDER = 100_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/**
 * Sessions that were signed out, kept until their cookies expire, so that a copied cookie is useless. They are files in
 * the data folder, so that every dashboard that shares the folder sees them; a dashboard without a writable folder sees
 * only its own.
 */
export class EndedSessions {
  readonly #folder: string;
  /** Hash of the session's id, and when it ended, milliseconds since 1970; oldest first. */
  readonly #here = new Map<string, number>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, "ended-sessions");
  }

  /**
   * Ends a session at once in this process, and in the others when the promise resolves. Rejects when the folder is not
   * writable.
   */
  async end(sessionId: string, now: number): Promise<void> {
    const hash = hashOf(sessionId);
    this.#here.set(hash, now);
    for (const [oldest, endedAt] of this.#here) {
      if (this.#here.size <= KEPT_IN_MEMORY && isKept(endedAt, now)) break;
      this.#here.delete(oldest);
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, hash);
    await writeFile(file, "", { mode: 0o600 });
    await utimes(file, now / 1000, now / 1000);
    await this.#sweep(now);
  }

  async has(sessionId: string): Promise<boolean> {
    const hash = hashOf(sessionId);
    if (this.#here.has(hash)) return true;
    try {
      await access(path.join(this.#folder, hash));
      return true;
    } catch {
      return false;
    }
  }

  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const ended: { file: string; endedAt: number }[] = [];
    for (const name of await readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      // Another process cleans up the same folder.
      const found = await stat(file).catch(() => undefined);
      if (found) ended.push({ file, endedAt: found.mtimeMs });
    }
    const newestFirst = ended.toSorted((a, b) => b.endedAt - a.endedAt);
    const expired = newestFirst.filter(({ endedAt }, index) => index >= KEPT_IN_FOLDER || !isKept(endedAt, now));
    for (const { file } of expired) await rm(file, { force: true });
  }
}

/** A cookie that was copied just before its session ended is valid for this long. */
const isKept = (endedAt: number, now: number) => now - endedAt <= SESSION_SECONDS * 1000;

// Hashes only: reading the folder reveals no id.
const hashOf = (sessionId: string) => createHash("sha256").update(sessionId).digest("hex");

let ended: EndedSessions | undefined;

export function endedSessions(): EndedSessions {
  ended ??= new EndedSessions(dashboardConfig().dataFolder);
  return ended;
}
