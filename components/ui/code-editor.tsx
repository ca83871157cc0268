"use client";

import dynamic from "next/dynamic";

import { cn } from "./cn";
import { controlClass } from "./input";
import { Skeleton } from "./skeleton";

export interface CodeEditorProps {
  /** The accessible name. */
  label: string;
  value: string;
  onChange?: (text: string) => void;
  /** JSON is coloured and its mistakes are marked; anything else is plain. */
  language?: "json" | "text";
  /** What is wrong with the text, beyond its syntax. */
  error?: string;
  /** Said while it is empty. */
  placeholder?: string;
  readOnly?: boolean;
  /** Pixels; it grows with its text from the one to the other. */
  minHeight?: number;
  maxHeight?: number;
  className?: string;
}

/** An editor for JSON or code, loaded when first shown. Tab leaves it; ⌘↵ stays the page's. */
export const CodeEditor = dynamic(() => import("./code-editor-view").then((module) => module.CodeEditorView), {
  ssr: false,
  loading: () => (
    <div className={cn(controlClass, "grid gap-2 py-2")}>
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  ),
});
