import { mutationOptions } from "@tanstack/react-query";
import { connectionGate, RELAY_PATH, sessionGate } from "@/lib/client/browser-client";
import { upload } from "@/lib/client/upload";
import { IDEMPOTENCY_HEADER } from "@/lib/contract/idempotency";

export interface NewTrainingJob {
  body: Blob;
  /** The same body with the same key is the same job, so a request may be sent twice. */
  key: string;
  signal: AbortSignal;
  /** Called with the number of bytes sent. */
  onProgress: (sent: number) => void;
}

export function createTrainingJob() {
  return mutationOptions({
    mutationKey: ["training", "create-job"] as const,
    mutationFn: async ({ body, key, signal, onProgress }: NewTrainingJob) => {
      const headers = { [IDEMPOTENCY_HEADER]: key };
      const gates = { baseUrl: RELAY_PATH, session: sessionGate, connection: connectionGate };
      const answer = await upload(gates, { name: "trainingJobCreate", body, headers, signal, onProgress });
      const { parseAnswer } = await import("@/lib/client/answers");
      return parseAnswer("trainingJobCreate", await answer.text(), answer);
    },
    onSuccess: (_made, _job, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ["training", "jobs"] }),
  });
}
