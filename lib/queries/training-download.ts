import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

/** The files of a checkpoint, as an archive. */
export async function downloadCheckpoint(
  { id, step }: { id: string; step: number },
  client: Client = browserClient,
): Promise<Blob> {
  return (await client.open("checkpointFiles", { id, step }, { isExport: true })).blob();
}

/** The request of a training job, to be saved as a file. */
export async function downloadTrainingJob(id: string, client: Client = browserClient): Promise<Blob> {
  return (await client.open("trainingJobBody", { id }, { isExport: true })).blob();
}
