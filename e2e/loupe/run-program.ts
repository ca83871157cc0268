import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { Client } from "@/lib/client/client";
import type { Loupe } from "./loupe";

const run = promisify(execFile);
const sentSpan = z.object({
  name: z.string(),
  id: z.string(),
  traceId: z.string(),
  parentId: z.string().optional(),
  durationMs: z.number(),
});
/** A span as the SDK recorded it before sending. */
export type SentSpan = z.infer<typeof sentSpan>;

interface AgentRun {
  project: string;
  modelUrl: string;
  question: string;
  /** The name of the root span. */
  agent?: string;
  /** Empty for none. */
  thread?: string;
  user?: string;
  /** Whether it searches without results, after which its tool fails. */
  fails?: boolean;
}

/** Runs the traced agent in its own process; resolves when its spans are flushed. */
export async function runCustomerAgent(loupe: Loupe, asked: AgentRun): Promise<SentSpan[]> {
  const { project, modelUrl, question, agent, thread, user, fails } = asked;
  const program = path.resolve(import.meta.dirname, "../programs/customer-agent.ts");
  const { stdout } = await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      SERVICE_URL: loupe.serviceUrl,
      LOUPE_API_KEY: loupe.key,
      PROJECT: project,
      MODEL_URL: modelUrl,
      QUESTION: question,
      ...(agent !== undefined && { AGENT: agent }),
      ...(thread !== undefined && { THREAD: thread }),
      ...(user !== undefined && { USER_ID: user }),
      ...(fails && { FAILS: "true" }),
    },
  });
  return z.array(sentSpan).parse(JSON.parse(stdout));
}

/** Runs the program that evaluates models with W&B Weave's SDK; resolves when everything is stored. */
export async function runEvaluations(loupe: Loupe, project: string): Promise<void> {
  const program = path.resolve(import.meta.dirname, "../programs/evaluations.ts");
  await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      WF_TRACE_SERVER_URL: `${loupe.serviceUrl}/weave`,
      WANDB_API_KEY: loupe.key,
      PROJECT: project,
    },
  });
}

interface DeskRun {
  project: string;
  modelUrl: string;
  model: string;
  /** Its system message. */
  system: string;
  questions: readonly string[];
}

/** Runs the program that answers questions, traced with W&B Weave's SDK; resolves when everything is stored. */
export async function runParcelDesk(loupe: Loupe, { project, modelUrl, model, system, questions }: DeskRun) {
  const program = path.resolve(import.meta.dirname, "../programs/parcel-desk.ts");
  await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      WF_TRACE_SERVER_URL: `${loupe.serviceUrl}/weave`,
      WANDB_API_KEY: loupe.key,
      PROJECT: project,
      MODEL_URL: modelUrl,
      MODEL: model,
      SYSTEM: system,
      QUESTIONS: JSON.stringify(questions),
    },
  });
}

const published = z.object({ prompts: z.array(z.string()), datasets: z.array(z.string()) });
/** Digests of the published versions, the older one first. */
export type Published = z.infer<typeof published>;

/** Runs a program that publishes with W&B Weave's SDK; resolves when everything is stored. */
export async function runWeavePublisher(
  loupe: Loupe,
  project: string,
  name: "weave-publisher" | "weave-prompts" = "weave-publisher",
): Promise<Published> {
  const program = path.resolve(import.meta.dirname, `../programs/${name}.ts`);
  const { stdout } = await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      WF_TRACE_SERVER_URL: `${loupe.serviceUrl}/weave`,
      WANDB_API_KEY: loupe.key,
      PROJECT: project,
    },
  });
  // The SDK prints other lines before.
  return published.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
}

const publishedPrompts = z.object({ prompts: z.array(z.string()) });

/**
 * Runs the program that publishes prompts with the SDKs of W&B Weave and Langfuse; resolves when they are stored, to
 * the digests of Weave's, the older one first.
 */
export async function runPromptPublisher(
  loupe: Loupe,
  service: Client,
  project: string,
  name: "prompt-publisher" | "prompt-calls" = "prompt-publisher",
): Promise<string[]> {
  // Langfuse's SDK publishes to the default project of its key.
  const { api_key: key } = await service.request("keysCreate", {
    owner: "ann",
    default_project: project,
    roles: [{ project_pattern: project, role: "member" }],
  });
  const program = path.resolve(import.meta.dirname, `../programs/${name}.ts`);
  const { stdout } = await run(process.execPath, ["--import", "tsx", program], {
    env: {
      ...process.env,
      SERVICE_URL: loupe.serviceUrl,
      WF_TRACE_SERVER_URL: `${loupe.serviceUrl}/weave`,
      WANDB_API_KEY: key,
      LOUPE_API_KEY: key,
      PROJECT: project,
    },
  });
  // The SDK prints other lines before.
  return publishedPrompts.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).prompts;
}
