import { Box, SearchX, SquareFunction } from "lucide-react";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import type { ObjectKind } from "@/lib/contract/objects";
import { shellWord } from "@/lib/format/shell-word";
import type { ObjectsView } from "@/lib/queries/objects";

/** What the toolbar creates, by its class. */
const EMPTY_CLASSES: Readonly<Record<string, { title: string; description: string }>> = {
  Prompt: {
    title: "No prompts yet",
    description:
      "A prompt has messages with variables, and settings for a model. Every version is kept, can be tried in the playground, and run over a table.",
  },
  Scorer: {
    title: "No scorers yet",
    description:
      "A scorer says how to score an answer: by a rule, or by a judge, which asks a model. Experiments and scoring rules use it.",
  },
};

interface NoObjectsProps {
  projectId: string;
  kind: ObjectKind;
  serviceUrl: string;
  view: ObjectsView;
  onChange: (change: Partial<ObjectsView>) => void;
}

/** Explains why nothing is listed, and how to create the first one. */
export function NoObjects({ projectId, kind, serviceUrl, view, onChange }: NoObjectsProps) {
  const emptyClass = view.q === "" ? EMPTY_CLASSES[view.objectClass] : undefined;
  if (view.q !== "" || view.objectClass !== "")
    return (
      <EmptyState
        icon={emptyClass ? Box : SearchX}
        title={emptyClass?.title ?? `No matching ${kind}s`}
        description={
          emptyClass?.description ??
          (view.q === "" ? undefined : "The search covers names and values of the latest versions.")
        }
      >
        <div className="flex flex-wrap gap-2">
          {view.q !== "" && <Button onClick={() => onChange({ q: "" })}>Clear search “{view.q}”</Button>}
          {view.objectClass !== "" && <Button onClick={() => onChange({ objectClass: "" })}>Show all classes</Button>}
        </div>
      </EmptyState>
    );
  if (kind === "op")
    return (
      <EmptyState
        icon={SquareFunction}
        title="No ops yet"
        description="An op is a function whose calls are traced; W&B Weave's SDKs publish its code the first time it runs."
      >
        <CodeBlock label="Code" code={opProgram(projectId, serviceUrl)} className="w-full" />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Box}
      title="No objects yet"
      description="An object is a JSON value published under a name, such as a prompt, model or dataset. Every version is kept."
    >
      <CodeBlock label="Command" code={publishCommand(projectId, serviceUrl)} className="w-full" />
    </EmptyState>
  );
}

function publishCommand(projectId: string, serviceUrl: string): string {
  const body = {
    obj: { project_id: projectId, object_id: "greeting", val: { prompt: "Answer in one friendly sentence." } },
  };
  return `curl --fail-with-body ${shellWord(`${serviceUrl}/obj/create`)} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${shellWord(JSON.stringify(body))}`;
}

function opProgram(projectId: string, serviceUrl: string): string {
  return `# pip install weave; export WANDB_API_KEY="$LOUPE_API_KEY" WF_TRACE_SERVER_URL=${serviceUrl}/weave
import weave

weave.init(${JSON.stringify(projectId)})

@weave.op
def answer(question: str) -> str:
    return "Your order left Lyon this morning."

answer("Where is my parcel?")`;
}
