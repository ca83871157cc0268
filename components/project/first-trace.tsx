"use client";

import dynamic from "next/dynamic";

import type { SnippetTarget } from "./snippets/snippet";

/** Sends a first trace to the project: an SDK to choose, a key, and a snippet that has both. */
export const FirstTrace = dynamic<SnippetTarget>(
  () => import("./snippet-choice").then((module) => module.SnippetChoice),
  {
    ssr: false,
    loading: () => <div className="h-160" />,
  },
);
