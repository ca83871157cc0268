"use client";

import dynamic from "next/dynamic";

import { CodeBlock } from "@/components/ui/code-block";

import type { SnippetTarget } from "./snippets/snippet";

const SnippetChoice = dynamic(() => import("./snippet-choice").then((module) => module.SnippetChoice), {
  ssr: false,
  loading: () => <div className="h-96" />,
});

const askForKey = "read -rs LOUPE_API_KEY && export LOUPE_API_KEY";

interface FirstTraceProps extends SnippetTarget {
  /** Whether the service was started with this dashboard, so that its admin key is in the data folder. */
  isBuiltIn: boolean;
}

/** Two shell commands that send a first trace to the project. */
export function FirstTrace({ baseUrl, projectId, isBuiltIn }: FirstTraceProps) {
  return (
    <ol className="grid min-w-0 gap-5">
      <li className="grid min-w-0 gap-2">
        <h3 className="font-medium">1. Set an API key in your shell</h3>
        <p className="text-muted">
          {isBuiltIn ? (
            <>
              Use any key that can write to this project. The admin key is <code>LOUPE_ADMIN_KEY</code>, if you set it.
              Otherwise it is <code>admin_key</code> in <code>secrets.json</code> in the data folder (
              <code>./data</code>, or <code>LOUPE_DATA_DIR</code>).
            </>
          ) : (
            <>Use the key you signed in with, or another that can write to this project.</>
          )}{" "}
          Run this command, paste the key and press Enter.
        </p>
        <CodeBlock label="Key command" code={askForKey} wrap />
      </li>
      <li className="grid min-w-0 gap-2">
        <h3 className="font-medium">2. Send a trace</h3>
        <p className="text-muted">Run the snippet in an empty folder.</p>
        <SnippetChoice baseUrl={baseUrl} projectId={projectId} />
      </li>
    </ol>
  );
}
