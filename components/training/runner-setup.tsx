import { CodeBlock } from "@/components/ui/code-block";

const command = `LOUPE_TRAINING_RUNNER='{"type": "command", "command": ["python3", "train.py"]}' npm start`;

/** How to configure a runner, if there is none. */
export function RunnerSetup() {
  return (
    <div className="grid w-full gap-2">
      <p className="text-muted">
        No runner is configured; jobs wait until the service is started with one. A runner is a Ray cluster, another
        service, or a program that reads the file named by <code>LOUPE_JOB_REQUEST</code> and prints JSON lines.
      </p>
      <CodeBlock label="Start with a runner" code={command} wrap />
    </div>
  );
}
