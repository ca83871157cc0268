"use client";

import { useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { TabPanel, Tabs } from "@/components/ui/tabs";

import { firstTraceSnippets } from "./snippets/first-trace-snippets";
import type { SnippetTarget } from "./snippets/snippet";

/** A snippet to copy, by language and SDK; the choice of SDK is kept for each language. */
export function SnippetChoice({ baseUrl, projectId }: SnippetTarget) {
  const languages = firstTraceSnippets({ baseUrl, projectId });
  const [language, setLanguage] = useState(languages[0]?.label ?? "");
  const [chosen, setChosen] = useState<Record<string, string>>({});
  return (
    <Tabs
      label="Language"
      tabs={languages.map(({ label }) => ({ value: label, label }))}
      value={language}
      onValueChange={setLanguage}
      isFlush
      className="min-w-0"
    >
      {languages.map(({ label, choice, snippets }) => {
        const snippet = snippets.find(({ id }) => id === chosen[label]) ?? snippets[0];
        return (
          <TabPanel key={label} value={label} className="grid grid-cols-1 gap-2 pt-2">
            {snippet && (
              <>
                <Field label={choice} hint={snippet.modelKey && <ModelKeyHint name={snippet.modelKey} />}>
                  {(control) => (
                    <Select
                      {...control}
                      options={snippets.map((each) => ({ value: each.id, label: each.label }))}
                      value={snippet.id}
                      onValueChange={(id) => setChosen({ ...chosen, [label]: id })}
                      className="max-w-full justify-self-start"
                    />
                  )}
                </Field>
                <CodeBlock label={`${snippet.label} snippet`} code={snippet.code} className="max-h-96" />
              </>
            )}
          </TabPanel>
        );
      })}
    </Tabs>
  );
}

function ModelKeyHint({ name }: { name: string }) {
  return (
    <>
      This snippet calls a model: set <code>{name}</code> in your shell, too.
    </>
  );
}
