import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STEP = /^step-(\d+)$/;
/** A trainer may have stored weights whose event has not been read yet. */
const YOUNG_MS = 60 * 60_000;

/** The folder of trained weights, `<model>/step-<n>`. Trainers write to it, and only Loupe deletes from it. */
export class ModelFolder {
  readonly path: string;

  constructor(dataFolder: string) {
    this.path = path.resolve(dataFolder, "models");
  }

  async removeSteps(modelId: string, steps: readonly number[]): Promise<void> {
    for (const step of steps) await this.#remove(modelId, `step-${step}`);
  }

  async removeModel(modelId: string): Promise<void> {
    await this.#remove(modelId);
  }

  /** The files of a step as an archive, in parts; undefined if there are none. */
  async archive(modelId: string, step: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (!UUID.test(modelId)) return undefined;
    const folder = path.join(this.path, modelId, `step-${step}`);
    const names = await readdir(folder, { recursive: true }).catch(() => undefined);
    if (!names) return undefined;
    const archive = new ZipFile();
    for (const name of names.toSorted()) {
      const file = path.join(folder, name);
      // Weights do not get smaller.
      if ((await stat(file)).isFile()) archive.addFile(file, name, { compress: false });
    }
    archive.end();
    return Readable.from(archive.outputStream, { objectMode: false });
  }

  /**
   * Removes weights that no model or checkpoint names any more, such as those of an erased project. `stepsOf` returns the
   * steps of a model, or undefined if there is no such model. Returns the number of folders removed.
   */
  async sweep(
    stepsOf: (modelId: string) => Promise<ReadonlySet<number> | undefined>,
    now = Date.now(),
  ): Promise<number> {
    let removed = 0;
    for (const modelId of await this.#names(this.path, UUID)) {
      const steps = await stepsOf(modelId);
      for (const name of await this.#names(path.join(this.path, modelId), STEP)) {
        if (steps?.has(Number(STEP.exec(name)?.[1]))) continue;
        if (now - (await this.#changedAt(modelId, name)) < YOUNG_MS) continue;
        await this.#remove(modelId, name);
        removed += 1;
      }
      if (steps || now - (await this.#changedAt(modelId)) < YOUNG_MS) continue;
      await this.#remove(modelId);
      removed += 1;
    }
    return removed;
  }

  async #names(folder: string, pattern: RegExp): Promise<string[]> {
    const names = await readdir(folder).catch(() => []);
    return names.filter((name) => pattern.test(name));
  }

  async #changedAt(...names: string[]): Promise<number> {
    const found = await stat(path.join(this.path, ...names)).catch(() => undefined);
    return found?.mtimeMs ?? Number.NEGATIVE_INFINITY;
  }

  async #remove(modelId: string, ...names: string[]): Promise<void> {
    if (!UUID.test(modelId)) return;
    await rm(path.join(this.path, modelId, ...names), { recursive: true, force: true });
  }
}
