import { LangfuseClient } from "@langfuse/client";
import type { Client } from "@/lib/client/client";
import type { Loupe } from "./loupe";

/** A score of a call. */
interface GivenScore {
  callId: string;
  name: string;
  value: number;
}

/** Scores calls with Langfuse's SDK, as a program whose key is for this project; resolves when they are stored. */
export async function giveScores(
  loupe: Loupe,
  service: Client,
  project: string,
  scores: readonly GivenScore[],
): Promise<void> {
  const { api_key: secretKey } = await service.request("keysCreate", {
    owner: "evaluator",
    roles: [{ project_pattern: project, role: "member" }],
  });
  const client = new LangfuseClient({ publicKey: "pk", secretKey, baseUrl: loupe.serviceUrl });
  for (const { callId, name, value } of scores) client.score.create({ observationId: callId, name, value });
  await client.score.flush();
  await client.shutdown();
}
