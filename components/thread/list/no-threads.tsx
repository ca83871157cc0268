import { MessagesSquare } from "lucide-react";

import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { shellWord } from "@/lib/format/shell-word";

/** Explains what makes calls a thread. */
export function NoThreads({ projectId, serviceUrl }: { projectId: string; serviceUrl: string }) {
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No threads yet"
      description={
        <>
          Calls with the same <code>thread_id</code> form a thread, and each root call in it is a turn. With
          OpenTelemetry, set <code>gen_ai.conversation.id</code> or <code>session.id</code>.
        </>
      }
    >
      <CodeBlock label="Command" code={firstTurn(projectId, serviceUrl)} className="w-full" />
    </EmptyState>
  );
}

/** A command that sends one turn; it reads the key from `LOUPE_API_KEY`. */
function firstTurn(projectId: string, serviceUrl: string): string {
  const turn = {
    project_id: projectId,
    op_name: "answer-customer",
    thread_id: "first-thread",
    inputs: { question: "Where is my parcel?" },
    attributes: {},
  };
  return `curl --fail-with-body ${shellWord(`${serviceUrl}/call/start`)} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${shellWord(JSON.stringify({ start: turn })).replace(/\}\}'$/, `,"started_at":"'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'"}}'`)}`;
}
