"use client";

import dynamic from "next/dynamic";
import type { Ref } from "react";

import { LongText } from "@/components/ui/long-text";
import type { ObjectVersion } from "@/lib/contract/objects";
import { type Prompt, variablesOf } from "@/lib/prompt/prompt";

import { VersionHead } from "../editing/version-head";
import { MarkedVariables } from "./marked-variables";
import { PromptSettings } from "./prompt-settings";
import { PromptTurn } from "./prompt-turn";

/** Drafts are only in the browser. */
const PromptDrafts = dynamic(async () => (await import("./prompt-drafts")).PromptDrafts, { ssr: false });

interface PromptViewProps {
  version: ObjectVersion;
  prompt: Prompt;
  editButton: Ref<HTMLButtonElement>;
  /** Opens the editor; undefined if the user may not publish. */
  onEdit: (() => void) | undefined;
}

/** A version of a prompt as its messages and settings. */
export function PromptView({ version, prompt, editButton, onEdit }: PromptViewProps) {
  const { kind, turns, description } = prompt;
  const variables = variablesOf(prompt);
  return (
    <div className="@container min-h-0 flex-1 overflow-auto">
      <VersionHead message={description} editButton={editButton} onEdit={onEdit}>
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-meta text-muted">
          {kind === "text" ? "Text prompt" : "Chat prompt"}
          {variables.length > 0 && (
            <span className="wrap-anywhere">
              {variables.length === 1 ? "Variable " : "Variables "}
              <MarkedVariables text={variables.map((name) => `{{${name}}}`).join(" ")} />
            </span>
          )}
        </p>
      </VersionHead>
      {onEdit && <PromptDrafts version={version} />}
      <div role="group" aria-label="Messages" className="px-4 py-1">
        {kind === "text" ? (
          <LongText
            text={turns[0]?.content ?? ""}
            render={(text) => <MarkedVariables text={text} />}
            className="py-2"
          />
        ) : (
          // Messages have no identity other than their index.
          turns.map((turn, index) => <PromptTurn key={index} turn={turn} />)
        )}
      </div>
      <PromptSettings prompt={prompt} />
    </div>
  );
}
