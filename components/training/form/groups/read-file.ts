import { draftOf, type DraftTrajectory, type FoundGroup, type ReadFile } from "@/lib/training/draft-groups";
import type { FilePart } from "@/lib/training/read-training-file";
import type { ReadProblem } from "@/lib/training/trajectory-row";

/** A message of the worker that reads a file. */
export type FileAnswer = { what: "part"; part: FilePart } | { what: "end" } | { what: "failed"; message: string };

/** Maximum number of errors that are kept with their text; further ones are counted. */
const KEPT_PROBLEMS = 10_000;

/** The content of a file, whose text is not kept. */
export interface FoundInFile extends ReadFile {
  problems: readonly ReadProblem[];
  problemCount: number;
}

export interface ReadingProgress {
  /** Of one. */
  share: number;
  trajectories: number;
  problems: number;
}

/** Milliseconds between two progress reports. */
const TELL_MS = 100;

/** Reads a file in a worker. Rejects with the signal's reason when aborted. */
export function readFile(
  { file, id }: { file: File; id: number },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: ReadingProgress) => void },
): Promise<FoundInFile> {
  const worker = new Worker(new URL("./read-file.worker.ts", import.meta.url), { type: "module" });
  const groups: FoundGroup[] = [];
  const loose: DraftTrajectory[] = [];
  const problems: ReadProblem[] = [];
  let [problemCount, trajectories, toldAt] = [0, 0, 0];
  const take = (part: FilePart) => {
    for (const group of part.groups)
      groups.push({ ...group, trajectories: group.trajectories.map((row) => draftOf(row, id)) });
    for (const row of part.loose) loose.push(draftOf(row, id));
    trajectories += part.loose.length + part.groups.reduce((sum, group) => sum + group.trajectories.length, 0);
    problemCount += part.problems.length;
    for (const problem of part.problems) if (problems.length < KEPT_PROBLEMS) problems.push(problem);
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    onProgress({ share: file.size === 0 ? 1 : part.read / file.size, trajectories, problems: problemCount });
  };
  return new Promise<FoundInFile>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("error", ({ message }) =>
      reject(new Error(message || "The file could not be read. Choose it again.")),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<FileAnswer>) => {
      if (data.what === "part") take(data.part);
      else if (data.what === "failed") reject(new Error(data.message));
      else resolve({ groups, loose, problems, problemCount });
    });
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
