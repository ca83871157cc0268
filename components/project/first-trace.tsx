"use client";

import { useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { TabPanel, Tabs } from "@/components/ui/tabs";

import { firstTraceSnippets, type SnippetTarget } from "./snippets";

const askForKey = "read -rs LOUPE_API_KEY && export LOUPE_API_KEY";

interface FirstTraceProps extends SnippetTarget {
  /** Whether the service is the one that was started with this dashboard, whose admin key lies in the data folder. */
  isBuiltIn: boolean;
}

/** Two commands to paste into a shell, which send a first trace to the project. */
export function FirstTrace({ baseUrl, projectId, isBuiltIn }: FirstTraceProps) {
  const snippets = firstTraceSnippets({ baseUrl, projectId });
  const [chosen, setChosen] = useState(snippets[0]?.id ?? "");
  return (
    <ol className="grid min-w-0 gap-5">
      <li className="grid min-w-0 gap-2">
        <h3 className="font-medium">1. Give your shell an API key</h3>
        <p className="text-muted">
          {isBuiltIn ? (
            <>
              The admin key is the field <code>admin_key</code> of <code>secrets.json</code> in Loupe’s data folder (
              <code>data</code> next to its <code>package.json</code>, unless <code>LOUPE_DATA_DIR</code> is set), or
              the <code>LOUPE_ADMIN_KEY</code> it was started with.
            </>
          ) : (
            <>Use the key you signed in with, or another that can write to this project.</>
          )}{" "}
          Paste the line, press Enter, paste the key, press Enter again.
        </p>
        <CodeBlock label="Key command" code={askForKey} wrap />
      </li>
      <li className="grid min-w-0 gap-2">
        <h3 className="font-medium">2. Send a trace from an empty folder</h3>
        <Tabs
          label="Ways to send a trace"
          tabs={snippets.map(({ id, label }) => ({ value: id, label }))}
          value={chosen}
          onValueChange={setChosen}
          className="min-w-0 [&_[role=tablist]]:px-0"
        >
          {snippets.map(({ id, label, code }) => (
            <TabPanel key={id} value={id} className="pt-2">
              <CodeBlock label={`${label} snippet`} code={code} className="max-h-96" />
            </TabPanel>
          ))}
        </Tabs>
      </li>
    </ol>
  );
}
