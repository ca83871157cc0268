import { curlSnippets } from "./curl";
import { pythonFrameworks } from "./python-frameworks";
import { pythonModels } from "./python-models";
import { pythonPlatforms } from "./python-platforms";
import type { Snippet, SnippetTarget } from "./snippet";
import { typescriptFrameworks } from "./typescript-frameworks";
import { typescriptModels } from "./typescript-models";
import { typescriptPlatforms } from "./typescript-platforms";

interface Language {
  label: string;
  /** What its snippets differ in. */
  choice: string;
  snippets: Snippet[];
}

/** Ways to send a first trace, the most common one first. None contains a key: each reads `LOUPE_API_KEY`. */
export function firstTraceSnippets(target: SnippetTarget): Language[] {
  return [
    {
      label: "Python",
      choice: "SDK",
      snippets: [...pythonModels(target), ...pythonFrameworks(target), ...pythonPlatforms(target)],
    },
    {
      label: "TypeScript",
      choice: "SDK",
      snippets: [...typescriptModels(target), ...typescriptFrameworks(target), ...typescriptPlatforms(target)],
    },
    { label: "curl", choice: "Endpoint", snippets: curlSnippets(target) },
  ];
}
