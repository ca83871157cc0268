import { performance } from "node:perf_hooks";
import { RUNNER_TEST_MS } from "@/lib/contract/limits";
import type { TrainingRunnerTest } from "@/lib/contract/training-runner";
import type { Resolve } from "@/lib/network/checked-connector";
import type { OutboundRules } from "@/lib/network/outbound-addresses";
import { reasonOfFailure } from "@/service/inference/model-servers/server-problems";
import { checkedConnections } from "@/service/background/training/checked-connections";
import { createRemoteRunner } from "@/service/background/training/create-runner";
import { CheckFailed } from "@/service/background/training/runner";
import type { RemoteRunnerConfig } from "@/service/background/training/runner-config";

/** `rules`: which addresses it may have; absent for one that the operator has configured. */
type TryOptions = { rules?: OutboundRules; timeoutMs?: number; resolve?: Resolve };

/** Asks a runner whether it responds, without starting anything. Never throws for what the runner does. */
export async function tryRunner(
  config: RemoteRunnerConfig,
  { rules, timeoutMs = RUNNER_TEST_MS, resolve }: TryOptions,
): Promise<TrainingRunnerTest> {
  const connections = rules && checkedConnections(rules, resolve);
  const startedAt = performance.now();
  const elapsed = () => Math.round((performance.now() - startedAt) * 10) / 10;
  try {
    const { version, baseModels } = await createRemoteRunner(config, connections).check(timeoutMs);
    const named = config.base_models ?? baseModels;
    return { latency_ms: elapsed(), version, ...(named && { base_models: [...named] }) };
  } catch (error) {
    return { latency_ms: elapsed(), problem: problemOf(error, timeoutMs) };
  } finally {
    await connections?.destroy();
  }
}

function problemOf(error: unknown, timeoutMs: number): TrainingRunnerTest["problem"] {
  if (error instanceof CheckFailed) return { message: error.message, ...(error.field && { field: error.field }) };
  // What failed is the cause of the error, which names the server.
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return { message: reasonOfFailure(cause, timeoutMs), field: "address" };
}
