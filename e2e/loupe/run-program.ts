import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { Loupe } from "./loupe";

const run = promisify(execFile);
const sentSpan = z.object({
  name: z.string(),
  id: z.string(),
  parentId: z.string().optional(),
  durationMs: z.number(),
});
/** A span as the SDK recorded it before sending. */
export type SentSpan = z.infer<typeof sentSpan>;

interface AgentRun {
  project: string;
  modelUrl: string;
  question: string;
}

/** Runs the traced agent in a process of its own; resolves when its spans are flushed. */
export async function runCustomerAgent(loupe: Loupe, { project, modelUrl, question }: AgentRun): Promise<SentSpan[]> {
  const program = path.resolve(import.meta.dirname, "../programs/customer-agent.ts");
  const { stdout } = await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      SERVICE_URL: loupe.serviceUrl,
      LOUPE_API_KEY: loupe.key,
      PROJECT: project,
      MODEL_URL: modelUrl,
      QUESTION: question,
    },
  });
  return z.array(sentSpan).parse(JSON.parse(stdout));
}
