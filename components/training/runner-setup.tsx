import { CodeBlock } from "@/components/ui/code-block";

const command = `LOUPE_TRAINING_RUNNER='{"type": "command", "command": ["python3", "train.py"]}' npm start`;

/** How a runner is connected, where there is none. */
export function RunnerSetup() {
  return (
    <div className="grid w-full gap-2">
      <p className="text-muted">
        Nothing runs jobs here yet: they wait until the service is started with a runner. A program that reads{" "}
        <code>request.json</code> and prints JSON lines will do; so will Ray, or another service.
      </p>
      <CodeBlock label="Start with a runner" code={command} wrap />
    </div>
  );
}
