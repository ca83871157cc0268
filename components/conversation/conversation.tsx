"use client";

import { ListPlus, Plus } from "lucide-react";
import { memo, useCallback, useEffect, useRef, type Dispatch } from "react";

import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { FieldError } from "@/lib/contract/field-errors";
import type { Turn, TurnFields } from "@/lib/playground/document";
import type { Edit } from "@/lib/playground/edit";
import { PLACEHOLDER_ROLE, UNNAMED_PLACEHOLDER } from "@/lib/playground/message";
import { turnOfPath } from "@/lib/playground/request-body";

import { TurnEditor } from "./turn-editor";

interface ConversationProps {
  turns: readonly Turn[];
  /** The pane whose own turns these are, and its position; without it they are the shared conversation. */
  pane?: { id: string; place: number };
  /** Paths of messages, such as `messages[2].content`. */
  problems: readonly FieldError[];
  /** Whether placeholders can be added: in a prompt, since none can be sent. */
  hasPlaceholders?: boolean;
  edit: Dispatch<Edit>;
}

/** The turns that panes answer: those of the shared conversation, or one pane's own. */
export const Conversation = memo(function Conversation({
  turns,
  pane,
  problems,
  hasPlaceholders = false,
  edit,
}: ConversationProps) {
  const paneId = pane?.id;
  const where = pane && ` in pane ${pane.place}`;
  const change = useCallback(
    (id: string, fields: Partial<TurnFields>) => edit({ type: "turn", id, change: fields }),
    [edit],
  );
  const move = useCallback((id: string, by: -1 | 1) => edit({ type: "move turn", id, by }), [edit]);
  const remove = useCallback((turn: Turn) => removeTurn(turn, paneId, edit), [edit, paneId]);
  const insert = useCallback(
    (after: string) => edit({ type: "add turns", turns: [{ role: "user", content: "" }], after, pane: paneId }),
    [edit, paneId],
  );
  useFocusOnAdded(turns);
  const next = turns.at(-1)?.role === "user" ? "assistant" : "user";
  return (
    <section
      aria-label={pane ? `Prompt of pane ${pane.place}` : "Shared conversation"}
      className="flex min-w-0 flex-col"
    >
      <ol aria-label={`Messages${where ?? ""}`}>
        {turns.map((turn, index) => (
          <TurnEditor
            key={turn.id}
            turn={turn}
            place={index + 1}
            where={where}
            isFirst={index === 0}
            isLast={index === turns.length - 1}
            problem={problemOf(turns, problems, index)}
            onChange={change}
            onMove={move}
            onRemove={remove}
            onInsert={insert}
          />
        ))}
      </ol>
      <div className="flex flex-wrap gap-1 p-3">
        <Button
          variant="ghost"
          icon={Plus}
          onClick={() => edit({ type: "add turns", turns: [{ role: next, content: "" }], pane: paneId })}
        >
          Add message
        </Button>
        {hasPlaceholders && (
          <Button
            variant="ghost"
            icon={ListPlus}
            title="Messages that a program inserts, such as an earlier conversation"
            onClick={() => edit({ type: "add turns", turns: [UNNAMED_PLACEHOLDER], pane: paneId })}
          >
            Add placeholder
          </Button>
        )}
      </div>
    </section>
  );
});

/** A new empty turn gets the focus; one that is opened or filled in does not. */
function useFocusOnAdded(turns: readonly Turn[]): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const added = turns.filter(({ id }) => !known.current.has(id));
    known.current = new Set(turns.map(({ id }) => id));
    const last = added.at(-1);
    if (!last || added.length === turns.length) return;
    const isPlaceholder = last.role === PLACEHOLDER_ROLE;
    if ((isPlaceholder ? last.name : last.content) !== "") return;
    const field = isPlaceholder ? "input" : "textarea";
    document.querySelector<HTMLElement>(`[data-turn="${CSS.escape(last.id)}"] ${field}`)?.focus();
  }, [turns]);
}

function removeTurn(turn: Turn, pane: string | undefined, edit: Dispatch<Edit>): void {
  const item = document.querySelector(`[data-turn="${CSS.escape(turn.id)}"]`);
  const index = item ? [...(item.parentElement?.children ?? [])].indexOf(item) : 0;
  edit({ type: "remove turn", id: turn.id });
  toast({
    title: "Message removed",
    action: { label: "Undo", onAction: () => edit({ type: "insert turn", turn, index, pane }) },
  });
}

function problemOf(turns: readonly Turn[], problems: readonly FieldError[], index: number): string | undefined {
  const found = problems.filter(({ path }) => turnOfPath(turns, path) === index);
  if (found.length === 0) return undefined;
  return found.map(({ path, message }) => `${path.replace(/^messages[.[]\d+\]?\.?/, "")} ${message}`.trim()).join("; ");
}
