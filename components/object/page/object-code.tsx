import { useMemo, useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { storedFormOf } from "@/lib/prompt/prompt";
import { askWithCurl, askWithPython, askWithTypeScript } from "@/lib/prompt/prompt-code";
import { readWithCurl, readWithPython, readWithTypeScript } from "@/lib/format/read-object-code";

import { pageVersionOf } from "./object-header";
import { refInto } from "./ref-path";

/**
 * Programs that read a version, or ask a model with the prompt that it is: by a label, which can be moved without changing
 * them, or by its digest.
 */
export function ObjectCode({ version, serviceUrl }: { version: ObjectVersion; serviceUrl: string }) {
  const { project_id, object_id, digest, labels = [] } = version;
  const [chosen, setChosen] = useState<string>();
  const names = [...labels, ...(version.is_latest === 1 ? ["latest"] : []), digest];
  const by = chosen !== undefined && names.includes(chosen) ? chosen : (names[0] ?? digest);
  const read = { serviceUrl, projectId: project_id, name: object_id, digest: by };
  const ref = refInto({ ...pageVersionOf(version), digest: by }, [], "weave");
  const form = useMemo(() => storedFormOf(version.val), [version.val]);
  const own = refInto(pageVersionOf(version));
  const sent = form && own !== undefined && { ...read, form, ref: own.slice(0, -digest.length) };
  const weave = `# pip install weave
# export WANDB_API_KEY="$LOUPE_API_KEY" WANDB_BASE_URL=${serviceUrl} WF_TRACE_SERVER_URL=${serviceUrl}/weave
import weave

weave.init(${JSON.stringify(project_id)})
value = weave.ref(${JSON.stringify(ref)}).get()`;
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-4">
      <Field label="Read by" hint={hintOf(by, version)}>
        {(control) => (
          <Select
            {...control}
            className="w-64 max-w-full"
            value={by}
            onValueChange={setChosen}
            options={names.map((name) => ({ value: name, label: wordOf(name, version) }))}
          />
        )}
      </Field>
      <Snippet title="Python" code={sent ? askWithPython(sent) : readWithPython(read)} />
      <Snippet title="TypeScript" code={sent ? askWithTypeScript(sent) : readWithTypeScript(read)} />
      <Snippet title="curl" code={sent ? askWithCurl(sent) : readWithCurl(read)} />
      {ref !== undefined && <Snippet title="Python, with W&B Weave's SDK" code={weave} />}
    </div>
  );
}

function wordOf(name: string, { digest, version_index }: ObjectVersion): string {
  if (name === digest) return `Digest (${versionName(version_index)})`;
  return name === "latest" ? "latest" : `Label ${name}`;
}

function hintOf(name: string, { digest, labels }: ObjectVersion): string {
  if (name === "latest") return "Always the newest version.";
  if (name !== digest) return "The version that the label is on, after it is moved too.";
  return labels
    ? "Always this version."
    : "Always this version. Add a label to read a version that can be changed later.";
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 text-meta font-medium">{title}</h2>
      <CodeBlock code={code} label={`${title} program`} />
    </section>
  );
}
