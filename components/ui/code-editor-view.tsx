"use client";

import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { nextDiagnostic } from "@codemirror/lint";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, placeholder as placeholderText } from "@codemirror/view";
import { getNonce } from "get-nonce";
import { useEffect, useId, useRef, useState } from "react";

import { cn } from "./cn";
import { jsonProblem, jsonSupport } from "./code-editor-json";
import { controlClass } from "./input";

export interface CodeEditorProps {
  /** The accessible name. */
  label: string;
  value: string;
  onChange?: (text: string) => void;
  /** JSON is highlighted and its errors are marked; anything else is plain. */
  language?: "json" | "text";
  /** An error in the text other than its syntax. */
  error?: string;
  /** Shown while it is empty. */
  placeholder?: string;
  readOnly?: boolean;
  /** Pixels; the editor grows with its text from the minimum to the maximum. */
  minHeight?: number;
  maxHeight?: number;
  className?: string;
}

// ⌘↵ runs actions on pages with an editor, and Escape leaves it.
const pageKeys = new Set(["Mod-Enter", "Escape"]);
const keys = keymap.of([
  ...defaultKeymap.filter(({ key = "" }) => !pageKeys.has(key)),
  ...historyKeymap,
  { key: "F8", run: nextDiagnostic },
]);

const look = EditorView.theme({
  "&": { background: "transparent", fontSize: "12px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "18px", overflow: "auto" },
  ".cm-content": { padding: "6px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--muted)" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--selected)", color: "inherit" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "var(--error-soft)", color: "inherit" },
  ".json-key": { color: "var(--accent-ink)" },
  ".json-text": { color: "var(--success)" },
  ".json-number": { color: "var(--running)" },
  ".json-word": { color: "var(--warning)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--error)",
    textUnderlineOffset: "3px",
  },
  ".cm-tooltip": {
    background: "var(--float)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
  },
  ".cm-diagnostic-error": { borderLeft: "none", padding: "4px 8px", fontFamily: "var(--font-sans)" },
});

/** The editor itself: `CodeEditor` loads it. */
export function CodeEditorView({
  label,
  value,
  onChange,
  language = "json",
  error,
  placeholder = "",
  readOnly = false,
  minHeight = 64,
  maxHeight = 320,
  className,
}: CodeEditorProps) {
  const noteId = useId();
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [attributes] = useState(() => new Compartment());
  const problem = error ?? (language === "json" ? jsonProblem(value) : undefined);
  const about = aboutContent({ label, readOnly, noteId: problem ? noteId : undefined });
  const current = useRef({ value, about, onChange });

  useEffect(() => {
    current.current = { value, about, onChange };
  });
  useEffect(() => {
    const nonce = getNonce();
    const editor = new EditorView({
      parent: box.current ?? undefined,
      state: EditorState.create({
        doc: current.current.value,
        extensions: [
          ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
          keys,
          history(),
          bracketMatching(),
          indentOnInput(),
          EditorView.lineWrapping,
          look,
          placeholderText(placeholder),
          ...(language === "json" ? [jsonSupport] : []),
          EditorState.readOnly.of(readOnly),
          attributes.of(current.current.about),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) current.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [attributes, language, placeholder, readOnly]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.reconfigure(aboutContent({ label, readOnly, noteId: problem ? noteId : undefined })),
    });
  }, [attributes, label, readOnly, problem, noteId]);

  return (
    <div className={cn("grid gap-1", className)}>
      <div
        ref={box}
        aria-invalid={problem ? true : undefined}
        style={{ "--editor-min": `${minHeight}px`, "--editor-max": `${maxHeight}px` }}
        className={cn(
          controlClass,
          "overflow-hidden px-0 focus-within:border-accent-ring [&_.cm-content]:min-h-(--editor-min)! [&_.cm-scroller]:max-h-(--editor-max)",
          readOnly && "bg-raised",
        )}
      />
      {problem && (
        <p id={noteId} className="text-meta text-error">
          {problem}
        </p>
      )}
    </div>
  );
}

interface About {
  label: string;
  readOnly: boolean;
  noteId: string | undefined;
}

function aboutContent({ label, readOnly, noteId }: About): Extension {
  return EditorView.contentAttributes.of({
    "aria-label": label,
    // It is focusable without this too, but axe does not recognize that for editable elements.
    tabindex: "0",
    ...(readOnly ? { "aria-readonly": "true" } : {}),
    ...(noteId ? { "aria-invalid": "true", "aria-describedby": noteId } : {}),
  });
}
