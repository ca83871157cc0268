"use client";

import type { Dispatch } from "react";

import { Conversation } from "@/components/conversation/conversation";
import { ModelPicker } from "@/components/parameters/model-picker";
import { ParametersPanel } from "@/components/parameters/parameters-panel";
import { CodeEditor } from "@/components/ui/code-editor";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Turn } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";

import type { PromptContent } from "./prompt-content";

const noProblems: readonly FieldError[] = [];

interface PromptFieldsProps {
  content: PromptContent;
  edit: Dispatch<Edit>;
}

/** The messages or the text of a prompt, with the model and its settings beside them if there is space. */
export function PromptFields({ content: { kind, document }, edit }: PromptFieldsProps) {
  const { turns, panes } = document;
  const [first] = turns;
  const [pane] = panes;
  return (
    <div className="grid min-w-0 @min-[760px]:grid-cols-[minmax(0,1fr)_minmax(0,340px)]">
      {kind === "chat" ? (
        <Conversation turns={turns} problems={noProblems} hasPlaceholders edit={edit} />
      ) : (
        first && <PromptText turn={first} edit={edit} />
      )}
      {pane && (
        <div className="min-w-0 border-t border-line @min-[760px]:border-t-0 @min-[760px]:border-l">
          <section aria-label="Model" className="grid gap-1 border-b border-line px-4 py-3">
            <h2 className="text-meta font-medium">Model</h2>
            <div className="flex">
              <ModelPicker
                label="Model of the prompt"
                model={pane.model}
                problem={undefined}
                onChange={(model) => edit({ type: "pane", id: pane.id, change: { model } })}
              />
            </div>
          </section>
          <ParametersPanel pane={pane} place={1} paneCount={1} problems={noProblems} edit={edit} />
        </div>
      )}
    </div>
  );
}

function PromptText({ turn, edit }: { turn: Turn; edit: Dispatch<Edit> }) {
  return (
    <section aria-label="Text" className="grid min-w-0 content-start gap-1.5 px-4 py-3">
      <h2 className="text-meta font-medium">Text</h2>
      <CodeEditor
        label="Text of the prompt"
        language="text"
        value={turn.content}
        minHeight={240}
        maxHeight={560}
        placeholder="Write the prompt. {{name}} defines a variable."
        onChange={(content) => edit({ type: "turn", id: turn.id, change: { content } })}
      />
    </section>
  );
}
