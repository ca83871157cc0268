"use client";

import { useMutation } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { shellWord } from "@/lib/format/shell-word";
import { createKey } from "@/lib/queries/keys";

import { SnippetKey } from "./snippet-key";
import { firstTraceSnippets } from "./snippets/first-trace-snippets";
import { KEY_PLACEHOLDER, type SnippetTarget } from "./snippets/snippet";

const optionClass =
  "min-h-7 rounded-control border border-line-strong bg-page hover:bg-hover aria-checked:border-accent-ring aria-checked:bg-accent-soft";

/**
 * A snippet to copy, by language and SDK, with a new key if the user creates one. The choice is in the address, and is
 * kept for each language; the key is only in this component, since it must be in no storage.
 */
export function SnippetChoice({ baseUrl, projectId }: SnippetTarget) {
  const languages = firstTraceSnippets({ baseUrl, projectId });
  const [sdk, setSdk] = useQueryState("sdk");
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const make = useMutation(createKey());
  const language = languages.find(({ snippets }) => snippets.some(({ id }) => id === sdk)) ?? languages[0];
  const snippet = language?.snippets.find(({ id }) => id === sdk) ?? language?.snippets[0];
  const keyLine = `export LOUPE_API_KEY=${shellWord(make.data?.api_key ?? KEY_PLACEHOLDER)}`;
  return (
    <section aria-label="Send a trace" className="grid min-w-0 gap-5">
      <Step number={1} title="Choose a language and an SDK">
        <Tabs
          label="Language"
          tabs={languages.map(({ label }) => ({ value: label, label }))}
          value={language?.label ?? ""}
          onValueChange={(label) => {
            if (language && snippet) setChosen({ ...chosen, [language.label]: snippet.id });
            void setSdk(chosen[label] ?? languages.find((each) => each.label === label)?.snippets[0]?.id ?? null);
          }}
          isFlush
          className="min-w-0"
        >
          {languages.map(({ label, choice, snippets }) => (
            <TabPanel key={label} value={label} className="-mx-1 p-1 pt-2">
              <ToggleGroup
                label={choice}
                options={snippets.map((each) => ({ value: each.id, label: each.label }))}
                value={snippet?.id ?? ""}
                onValueChange={(id) => void setSdk(id)}
                className="flex flex-wrap gap-1"
                optionClass={optionClass}
              />
            </TabPanel>
          ))}
        </Tabs>
      </Step>
      <Step number={2} title="Create an API key">
        <SnippetKey projectId={projectId} make={make} />
      </Step>
      <Step number={3} title="Run the snippet in an empty folder">
        {snippet?.modelKey && (
          <p className="text-muted">
            This snippet calls a model: set <code>{snippet.modelKey}</code> in your shell, too.
          </p>
        )}
        {snippet && (
          <CodeBlock label={`${snippet.label} snippet`} code={`${keyLine}\n${snippet.code}`} className="max-h-160" />
        )}
      </Step>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-medium">
        {number}. {title}
      </h3>
      {children}
    </div>
  );
}
