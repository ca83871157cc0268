import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { TrainingJob } from "@/lib/contract/training";

/** Why a job failed, and the last lines of its log. */
export function JobFailure({ failure }: { failure: TrainingJob["failure"] }) {
  const { reason = "The job failed. The runner gave no reason.", exit_code: exitCode, signal, log } = failure ?? {};
  // Most runners give the code or signal in the reason already.
  const ends = [
    ...(exitCode === undefined || reason.endsWith(` code ${exitCode}`) ? [] : [`exit code ${exitCode}`]),
    ...(signal === undefined || reason.includes(signal) ? [] : [`signal ${signal}`]),
  ];
  return (
    <InlineBanner tone="error">
      <p className="font-medium">{reason}</p>
      {ends.length > 0 && <p className="text-muted">Ended with {ends.join(", ")}.</p>}
      {log !== undefined && log.trim() !== "" && (
        <CodeBlock label="End of the log" code={log} wrap className="mt-2 max-h-48" />
      )}
    </InlineBanner>
  );
}
