import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";

/** The request of a training job, to be saved as a file. */
export async function downloadTrainingJob(id: string, client: Client = browserClient): Promise<Blob> {
  return (await client.open("trainingJobBody", { id }, { isExport: true })).blob();
}
