import { CodeBlock } from "@/components/ui/code-block";
import type { ObjectVersion } from "@/lib/contract/objects";
import { shellWord } from "@/lib/format/shell-word";

import { pageVersionOf } from "./object-header";
import { refInto } from "./ref-path";

export function ObjectCode({ version, serviceUrl }: { version: ObjectVersion; serviceUrl: string }) {
  const { project_id, object_id, digest } = version;
  const body = JSON.stringify({ project_id, object_id, digest });
  const curl = `curl --fail-with-body ${shellWord(`${serviceUrl}/obj/read`)} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${shellWord(body)}`;
  const ref = refInto(pageVersionOf(version), [], "weave");
  const python = `# pip install weave; export WANDB_API_KEY="$LOUPE_API_KEY" WF_TRACE_SERVER_URL=${serviceUrl}/weave
import weave

weave.init(${JSON.stringify(project_id)})
value = weave.ref(${JSON.stringify(ref)}).get()`;
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-4">
      <Snippet title="curl" code={curl} />
      {ref !== undefined && <Snippet title="Python, with W&B Weave's SDK" code={python} />}
    </div>
  );
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 text-meta font-medium">{title}</h2>
      <CodeBlock code={code} label={`${title} program`} />
    </section>
  );
}
