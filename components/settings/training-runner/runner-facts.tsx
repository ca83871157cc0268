import type { ReactNode } from "react";

import { Timestamp } from "@/components/ui/timestamp";
import type { ShownRunner } from "@/lib/contract/training-runner";

const typeWords: Readonly<Record<string, string>> = {
  command: "Program on the service’s machine",
  ray: "Ray cluster",
  service: "Another service",
};

/** What a runner is set to, without its secrets. */
export function RunnerFacts({ runner }: { runner: ShownRunner }) {
  const { type, program, address, entrypoint, project, base_models: models, env_vars, headers } = runner;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      <Fact term="Type">{typeWords[type] ?? type}</Fact>
      <Fact term="Program">{program && <code className="wrap-anywhere">{program}</code>}</Fact>
      <Fact term="Address">{address && <span className="wrap-anywhere">{address}</span>}</Fact>
      <Fact term={type === "ray" ? "Token" : "API key"}>{keyWords(runner)}</Fact>
      <Fact term="Entrypoint">{entrypoint && <code className="wrap-anywhere">{entrypoint}</code>}</Fact>
      <Fact term="Variables">
        {env_vars.length > 0 && <span className="wrap-anywhere">{env_vars.join(", ")}</span>}
      </Fact>
      <Fact term="Headers">{headers.length > 0 && <span className="wrap-anywhere">{headers.join(", ")}</span>}</Fact>
      <Fact term="Project">{project && <bdi className="wrap-anywhere">{project}</bdi>}</Fact>
      <Fact term="Base models">
        {models && models.length > 0 && <span className="wrap-anywhere">{models.join(", ")}</span>}
      </Fact>
      <Fact term="Jobs at once">{runner.concurrency}</Fact>
      <Fact term="Longest silence">{runner.silence_limit_s} s</Fact>
      <Fact term="Changed">
        {runner.updated_at && (
          <>
            <Timestamp at={runner.updated_at} /> (set up by <bdi>{runner.created_by}</bdi>)
          </>
        )}
      </Fact>
    </dl>
  );
}

/** Nothing without content. */
function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (children === undefined || children === false || children === "" || children === null) return null;
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function keyWords({ type, has_key: hasKey, key_end: end }: ShownRunner): string | undefined {
  if (!hasKey) return type === "ray" ? "None" : undefined;
  return end ? `Stored, ends with ${end}` : "Stored";
}
