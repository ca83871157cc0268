import { checkTable, readTable } from "@/lib/table/read-table";

import { partsOf } from "./parts";
import type { FileAnswer, FileRequest } from "./table-file";

const send = (answer: FileAnswer) => self.postMessage(answer);
let next: (() => void) | undefined;

self.addEventListener("message", ({ data }: MessageEvent<FileRequest>) => {
  if (data.what === "next") next?.();
  else
    run(data).catch((error: unknown) =>
      send({ what: "failed", message: error instanceof Error ? error.message : String(error) }),
    );
});

async function run({ what, file, format, types }: Exclude<FileRequest, { what: "next" }>): Promise<void> {
  let share = 0;
  const onProgress = (read: number) => {
    share = read;
    if (what === "check") send({ what: "progress", share });
  };
  if (what === "check") {
    send({ what: "checked", checked: await checkTable(file, { format, onProgress }) });
    return;
  }
  for await (const rows of partsOf(readTable(file, { format, types, onProgress }))) {
    send({ what: "rows", rows, share });
    // The next part is read when this one has been consumed, so that a large file is never completely in memory.
    await new Promise<void>((resolve) => (next = resolve));
  }
  send({ what: "end" });
}
