import { createHash } from "node:crypto";
import { AppError } from "@/lib/contract/app-error";
import type { FieldError } from "@/lib/contract/field-errors";
import { TRAINING_BYTES } from "@/lib/contract/limits";
import { trainingJobFrame } from "@/lib/contract/training";
import { type CheckedJob, TrainingJobReader } from "@/lib/training/check-job";
import type { BodyLease } from "@/service/middleware/body-memory";
import { streamBody } from "@/service/middleware/body";
import type { ServiceContext } from "@/service/middleware/env";
import type { Store } from "@/service/store/store";
import { PART_BYTES } from "@/service/store/training/body";
import type { TrainingPart } from "@/service/store/training/training-store";

const LIMITS = { packedBytes: TRAINING_BYTES, unpackedBytes: TRAINING_BYTES };

/** A body that has come whole and holds, the model that it names, and the parts of it that are still to be written. */
export type TakenJob = CheckedJob & {
  model: ModelToTrain;
  body_bytes: number;
  body_digest: Uint8Array;
  parts: TrainingPart[];
};

/** The model of a job, as far as its intake must know it. */
export type ModelToTrain = { id: string; project_id: string };

/**
 * The body of one training job on its way into the store: checked and written part by part, so that a mebibyte of it is
 * held beside what the reader holds.
 */
export class TrainingIntake {
  readonly #store: Store;
  readonly #jobId: string;
  readonly #findModel: (id: string) => Promise<ModelToTrain | undefined>;
  readonly #reader = new TrainingJobReader();
  readonly #hash = createHash("sha256");
  readonly #part = Buffer.allocUnsafe(PART_BYTES);
  /** Where parts were written; the last is where the next goes. */
  readonly #projects: string[] = [];
  /** What was wrong with the model when the first part was full: that one is made meanwhile helps no more. */
  #early: FieldError[] = [];
  #filled = 0;
  #written = 0;
  #bytes = 0;

  constructor(store: Store, jobId: string, findModel: (id: string) => Promise<ModelToTrain | undefined>) {
    this.#store = store;
    this.#jobId = jobId;
    this.#findModel = findModel;
  }

  /**
   * Reads all of it; `meanwhile` is the project that has its parts where they come before the model is named. Leaves
   * nothing behind when it throws.
   */
  async read(c: ServiceContext, meanwhile: string): Promise<TakenJob> {
    try {
      return await this.#read(c, meanwhile);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  /** Removes what was written: it becomes no job. What the database does not remove now is swept up later. */
  async discard(): Promise<void> {
    const removed = this.#projects.map(async (project_id) =>
      this.#store.removeTrainingParts({ project_id, id: this.#jobId }),
    );
    await Promise.allSettled(removed);
  }

  async #read(c: ServiceContext, meanwhile: string): Promise<TakenJob> {
    const lease = new HeldBytes(c.get("bodyLease"));
    for await (const chunk of streamBody(c, LIMITS)) {
      this.#bytes += chunk.length;
      this.#hash.update(chunk);
      this.#reader.push(chunk);
      await lease.set(PART_BYTES + this.#reader.heldBytes);
      // What does not hold is read on, to name all that is wrong with it, but kept no more.
      if (!this.#isRefused) await this.#keep(chunk, meanwhile);
    }
    const { model, errors } = await this.#namedModel();
    const job = this.#reader.finish(this.#early.length > 0 ? this.#early : errors);
    // Only a body that names none has none, and does not get here.
    if (!model) throw new AppError("internal", "A job was taken without its model");
    const parts = await this.#settle(model.project_id);
    return { ...job, model, body_bytes: this.#bytes, body_digest: this.#hash.digest(), parts };
  }

  get #isRefused(): boolean {
    return this.#early.length > 0 || this.#reader.hasErrors;
  }

  /** Puts what was written under the project of the job; answers what is still to be written. */
  async #settle(projectId: string): Promise<TrainingPart[]> {
    const written = this.#projects.at(-1);
    if (written !== undefined && written !== projectId) {
      this.#projects.push(projectId);
      await this.#store.moveTrainingParts({ project_id: written, id: this.#jobId }, projectId, this.#written);
    }
    return this.#filled === 0 ? [] : [this.#partOf(projectId)];
  }

  async #namedModel(): Promise<{ model?: ModelToTrain; errors: FieldError[] }> {
    const named = trainingJobFrame.shape.model_id.safeParse(this.#reader.namedModelId);
    if (!named.success) return { errors: [] };
    const model = await this.#findModel(named.data);
    if (model) return { model, errors: [] };
    return { errors: [{ path: "model_id", message: `there is no model ${named.data} that this key may train` }] };
  }

  async #keep(chunk: Uint8Array, meanwhile: string): Promise<void> {
    for (let from = 0; from < chunk.length && !this.#isRefused;) {
      const taken = chunk.subarray(from, from + PART_BYTES - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      from += taken.length;
      if (this.#filled === PART_BYTES) await this.#writePart(meanwhile);
    }
  }

  async #writePart(meanwhile: string): Promise<void> {
    if (this.#projects.length === 0) {
      const { model, errors } = await this.#namedModel();
      this.#early = errors;
      if (errors.length > 0) return;
      this.#projects.push(model?.project_id ?? meanwhile);
    }
    await this.#store.writeTrainingPart(this.#partOf(this.#projects[0] ?? meanwhile));
    this.#written += 1;
    this.#filled = 0;
  }

  #partOf(project_id: string): TrainingPart {
    return { project_id, job_id: this.#jobId, part: this.#written, content: this.#part.subarray(0, this.#filled) };
  }
}

/** What a request holds at the moment, of a lease that counts what is taken and given back. */
class HeldBytes {
  readonly #lease: BodyLease;
  #bytes = 0;

  constructor(lease: BodyLease) {
    this.#lease = lease;
  }

  async set(bytes: number): Promise<void> {
    if (bytes > this.#bytes) await this.#lease.take(bytes - this.#bytes);
    else this.#lease.give(this.#bytes - bytes);
    this.#bytes = bytes;
  }
}
