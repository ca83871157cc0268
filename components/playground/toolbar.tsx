"use client";

import { Code, FilePlus2, FolderOpen, History, Link2, Play, Plus, Save, SlidersHorizontal, Square } from "lucide-react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { Select } from "@/components/ui/select";
import { MAX_PANES } from "@/lib/playground/document";

import { useAnswerLook, type AnswerLook } from "./answer/use-answer-look";

export type ToolbarAction = "new" | "open" | "save" | "share" | "code" | "history" | "parameters";

interface ToolbarProps {
  paneCount: number;
  isRunning: boolean;
  /** Why the session's key may not run models. */
  refusal: string | undefined;
  onRun: () => void;
  onStop: () => void;
  onAddPane: () => void;
  onAction: (action: ToolbarAction) => void;
}

const looks: { value: AnswerLook; label: string }[] = [
  { value: "formatted", label: "Formatted" },
  { value: "plain", label: "Plain text" },
  { value: "tokens", label: "Log-probabilities" },
  { value: "raw", label: "Raw" },
];

/** Actions on the whole playground. */
export function Toolbar({ paneCount, isRunning, refusal, onRun, onStop, onAddPane, onAction }: ToolbarProps) {
  const [look, setLook] = useAnswerLook();
  return (
    <div
      role="toolbar"
      aria-label="Playground"
      className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1.5 border-b border-line px-4 py-1.5"
    >
      {isRunning ? (
        <Button icon={Square} onClick={onStop}>
          Stop
          <Kbd keys="escape" />
        </Button>
      ) : (
        <Button variant="primary" icon={Play} disabled={refusal !== undefined} title={refusal} onClick={onRun}>
          {paneCount > 1 ? "Run all" : "Run"}
          <Kbd keys="mod+enter" />
        </Button>
      )}
      <Button
        variant="ghost"
        icon={Plus}
        disabled={paneCount >= MAX_PANES}
        title={paneCount >= MAX_PANES ? `At most ${MAX_PANES} panes` : undefined}
        onClick={onAddPane}
      >
        Add pane
      </Button>
      {refusal && <span className="text-meta text-muted">{refusal}</span>}
      <span className="ml-auto flex flex-wrap items-center gap-1">
        <Select aria-label="Answer format" options={looks} value={look} onValueChange={setLook} />
        <IconButton icon={FilePlus2} label="New playground" onClick={() => onAction("new")} />
        <IconButton icon={FolderOpen} label="Open" onClick={() => onAction("open")} />
        <IconButton icon={Save} label="Save" unavailable={refusal} onClick={() => onAction("save")} />
        <IconButton icon={Link2} label="Copy link to this playground" onClick={() => onAction("share")} />
        <IconButton icon={Code} label="Use in code" onClick={() => onAction("code")} />
        <IconButton icon={History} label="History" onClick={() => onAction("history")} />
        <IconButton icon={SlidersHorizontal} label="Parameters" shortcut="p" onClick={() => onAction("parameters")} />
      </span>
    </div>
  );
}
