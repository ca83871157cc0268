"use client";

import dynamic from "next/dynamic";

import { cn } from "./cn";
import { controlClass } from "./input";
import { Skeleton } from "./skeleton";

/** An editor for JSON or code, loaded when first shown. Tab leaves it; ⌘↵ is left to the page. */
export const CodeEditor = dynamic(() => import("./code-editor-view").then((module) => module.CodeEditorView), {
  ssr: false,
  loading: () => (
    <div className={cn(controlClass, "grid gap-2 py-2")}>
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/2" />
    </div>
  ),
});
