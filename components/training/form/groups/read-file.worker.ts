import { readTrainingFile } from "@/lib/training/read-training-file";

import type { FileAnswer } from "./read-file";

const send = (answer: FileAnswer) => self.postMessage(answer);

self.addEventListener("message", ({ data }: MessageEvent<File>) => {
  read(data).catch((error: unknown) =>
    send({ what: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});

async function read(file: File): Promise<void> {
  for await (const part of readTrainingFile(file)) send({ what: "part", part });
  send({ what: "end" });
}
