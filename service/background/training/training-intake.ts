import { createHash } from "node:crypto";
import { AppError } from "@/lib/contract/app-error";
import type { FieldError } from "@/lib/contract/field-errors";
import { trainingJobFrame } from "@/lib/contract/training";
import { type CheckedJob, TrainingJobReader } from "@/lib/training/check-job";
import type { Store } from "@/service/store/store";
import { PART_BYTES } from "@/service/store/training/body";
import type { TrainingPart } from "@/service/store/training/training-store";

/** A request's share of the memory for bodies. */
type MemoryLease = { take(bytes: number): void | Promise<void>; give(bytes: number): void };

/** A body as it arrives, and its share of the memory. */
export type ArrivingBody = { chunks: AsyncIterable<Uint8Array>; lease: MemoryLease };

/**
 * A body that arrived completely and is valid, the model that it names, and the parts of it that have not been written
 * yet.
 */
export type AcceptedJob = CheckedJob & {
  model: ModelToTrain;
  body_bytes: number;
  body_digest: Uint8Array;
  parts: TrainingPart[];
};

/** What the intake of a job reads of its model. */
export type ModelToTrain = { id: string; project_id: string };

/**
 * Validates the body of one training job and writes it to the store part by part as it arrives. Holds only a mebibyte
 * in addition to what the reader holds.
 */
export class TrainingIntake {
  readonly #store: Store;
  readonly #jobId: string;
  readonly #findModel: (id: string) => Promise<ModelToTrain | undefined>;
  readonly #reader = new TrainingJobReader();
  readonly #hash = createHash("sha256");
  readonly #part = Buffer.allocUnsafe(PART_BYTES);
  /** Projects under which parts were written; the next part is written to the last one. */
  readonly #projects: string[] = [];
  /** Errors of the model when the first part was full. Creating the model after that does not help. */
  #modelErrors: FieldError[] = [];
  #filled = 0;
  #written = 0;
  #bytes = 0;

  constructor(store: Store, jobId: string, findModel: (id: string) => Promise<ModelToTrain | undefined>) {
    this.#store = store;
    this.#jobId = jobId;
    this.#findModel = findModel;
  }

  /**
   * Reads all of it. Parts that arrive before the model is named are written under the project `provisional`. Leaves
   * nothing behind when it throws.
   */
  async read(body: ArrivingBody, provisional: string): Promise<AcceptedJob> {
    try {
      return await this.#read(body, provisional);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  /** Removes the parts written so far. If the database fails to remove some, the hourly cleanup removes them later. */
  async discard(): Promise<void> {
    const removed = this.#projects.map(async (project_id) =>
      this.#store.removeTrainingParts({ project_id, id: this.#jobId }),
    );
    await Promise.allSettled(removed);
  }

  async #read({ chunks, lease: memory }: ArrivingBody, provisional: string): Promise<AcceptedJob> {
    const lease = new HeldBytes(memory);
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      this.#hash.update(chunk);
      this.#reader.push(chunk);
      await lease.set(PART_BYTES + this.#reader.heldBytes);
      // An invalid body is read to its end, so that all errors are reported, but no longer stored.
      if (!this.#isRefused) await this.#writeChunk(chunk, provisional);
    }
    const { model, errors } = await this.#namedModel();
    const job = this.#reader.finish(this.#modelErrors.length > 0 ? this.#modelErrors : errors);
    // The reader has rejected a body without a model.
    if (!model) throw new AppError("internal", "A job was accepted without its model");
    const parts = await this.#settle(model.project_id);
    return { ...job, model, body_bytes: this.#bytes, body_digest: this.#hash.digest(), parts };
  }

  get #isRefused(): boolean {
    return this.#modelErrors.length > 0 || this.#reader.hasErrors;
  }

  /** Moves the written parts to the project of the job; returns the part that has not been written yet. */
  async #settle(projectId: string): Promise<TrainingPart[]> {
    const written = this.#projects.at(-1);
    if (written !== undefined && written !== projectId) {
      this.#projects.push(projectId);
      await this.#store.moveTrainingParts({ project_id: written, id: this.#jobId }, projectId, this.#written);
    }
    return this.#filled === 0 ? [] : [this.#partOf(projectId)];
  }

  async #namedModel(): Promise<{ model?: ModelToTrain; errors: FieldError[] }> {
    const modelId = trainingJobFrame.shape.model_id.safeParse(this.#reader.namedModelId);
    if (!modelId.success) return { errors: [] };
    const model = await this.#findModel(modelId.data);
    if (model) return { model, errors: [] };
    return {
      errors: [
        { path: "model_id", message: `model ${modelId.data} does not exist, or you are not allowed to train it` },
      ],
    };
  }

  async #writeChunk(chunk: Uint8Array, provisional: string): Promise<void> {
    for (let from = 0; from < chunk.length && !this.#isRefused;) {
      const piece = chunk.subarray(from, from + PART_BYTES - this.#filled);
      this.#part.set(piece, this.#filled);
      this.#filled += piece.length;
      from += piece.length;
      if (this.#filled === PART_BYTES) await this.#writePart(provisional);
    }
  }

  async #writePart(provisional: string): Promise<void> {
    if (this.#projects.length === 0) {
      const { model, errors } = await this.#namedModel();
      this.#modelErrors = errors;
      if (errors.length > 0) return;
      this.#projects.push(model?.project_id ?? provisional);
    }
    await this.#store.writeTrainingPart(this.#partOf(this.#projects[0] ?? provisional));
    this.#written += 1;
    this.#filled = 0;
  }

  #partOf(project_id: string): TrainingPart {
    return { project_id, job_id: this.#jobId, part: this.#written, content: this.#part.subarray(0, this.#filled) };
  }
}

/** Adjusts a lease to the bytes that are currently held. */
class HeldBytes {
  readonly #lease: MemoryLease;
  #bytes = 0;

  constructor(lease: MemoryLease) {
    this.#lease = lease;
  }

  async set(bytes: number): Promise<void> {
    if (bytes > this.#bytes) await this.#lease.take(bytes - this.#bytes);
    else this.#lease.give(this.#bytes - bytes);
    this.#bytes = bytes;
  }
}
