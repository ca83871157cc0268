import { CodeBlock } from "@/components/ui/code-block";

const command = `LOUPE_TRAINING_RUNNER='{"type": "command", "command": ["python3", "train.py"]}' npm start`;

/** How to configure a runner, where there is none. */
export function RunnerSetup() {
  return (
    <div className="grid w-full gap-2">
      <p className="text-muted">
        No runner is configured. Jobs wait until the service is started with one: a program that reads{" "}
        <code>request.json</code> and prints JSON lines, a Ray cluster, or another service.
      </p>
      <CodeBlock label="Start with a runner" code={command} wrap />
    </div>
  );
}
