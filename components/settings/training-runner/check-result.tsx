import { InlineBanner } from "@/components/ui/inline-banner";
import { counted } from "@/lib/format/number";
import type { TrainingRunnerTest } from "@/lib/contract/training-runner";

/** Whether a runner responds, in words. */
export function CheckResult({ result }: { result: TrainingRunnerTest }) {
  const { version, base_models: named, problem } = result;
  if (problem) return <InlineBanner tone="error">{problem.message}</InlineBanner>;
  const facts = [
    version === undefined ? undefined : `Ray ${version}`,
    named && named.length > 0 ? counted(named.length, "base model") : undefined,
  ].filter((fact) => fact !== undefined);
  return <InlineBanner>The runner responds{facts.length > 0 ? `: ${facts.join(", ")}` : ""}.</InlineBanner>;
}
