import type { CsvType } from "@/lib/table/read-csv";
import type { CheckedFile } from "@/lib/table/read-table";
import type { TableFormat } from "@/lib/table/table-format";

interface FileJob {
  file: Blob;
  format: TableFormat;
  types?: readonly CsvType[];
}

/** A request to the worker that reads a file. */
export type FileRequest = ({ what: "check" | "rows" } & FileJob) | { what: "next" };

export type FileAnswer =
  | { what: "progress"; share: number }
  | { what: "checked"; checked: CheckedFile }
  | { what: "rows"; rows: string[]; share: number }
  | { what: "end" }
  | { what: "failed"; message: string };

/** Reads a whole file in a worker and returns what it contains. */
export async function checkFile(
  job: FileJob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<CheckedFile> {
  for await (const answer of ask({ what: "check", ...job }, signal)) {
    if (answer.what === "progress") onProgress(answer.share);
    if (answer.what === "checked") return answer.checked;
  }
  throw new Error("The file could not be read to the end. Choose it again.");
}

/** The rows of a file in parts, each read when the previous one has been consumed. */
export async function* rowsInFile(
  job: FileJob,
  signal: AbortSignal,
): AsyncGenerator<{ rows: string[]; share: number }> {
  for await (const answer of ask({ what: "rows", ...job }, signal)) if (answer.what === "rows") yield answer;
}

async function* ask(request: FileRequest, signal: AbortSignal): AsyncGenerator<FileAnswer> {
  const worker = new Worker(new URL("./table-file.worker.ts", import.meta.url), { type: "module" });
  const waiting: FileAnswer[] = [];
  let wake = () => {};
  const tell = (answer: FileAnswer) => {
    waiting.push(answer);
    wake();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<FileAnswer>) => tell(data));
  worker.addEventListener("error", ({ message }) =>
    tell({ what: "failed", message: message || "The file could not be read. Choose it again." }),
  );
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    worker.postMessage(request);
    for (;;) {
      signal.throwIfAborted();
      const answer = waiting.shift();
      if (!answer) {
        await new Promise<void>((resolve) => (wake = resolve));
        continue;
      }
      if (answer.what === "failed") throw new Error(answer.message);
      yield answer;
      if (answer.what === "end" || answer.what === "checked") return;
      if (answer.what === "rows") worker.postMessage({ what: "next" } satisfies FileRequest);
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    worker.terminate();
  }
}
