import { CodeBlock } from "@/components/ui/code-block";
import type { ObjectVersion } from "@/lib/contract/objects";
import { shellWord } from "@/lib/format/shell-word";
import type { TableParams } from "@/lib/queries/tables";

interface TableCodeProps {
  params: TableParams;
  dataset: ObjectVersion | undefined;
  serviceUrl: string;
}

export function TableCode({ params: { projectId, digest }, dataset, serviceUrl }: TableCodeProps) {
  const body = JSON.stringify({ project_id: projectId, digest, limit: 100, offset: 0 });
  const curl = `curl --fail-with-body ${shellWord(`${serviceUrl}/table/query`)} -u "api:$LOUPE_API_KEY" \\
  -H 'content-type: application/json' \\
  -d ${shellWord(body)}`;
  return (
    <div className="grid content-start gap-4 p-4">
      <Snippet title="curl" code={curl} />
      {dataset && <Snippet title="Python, with W&B Weave's SDK" code={python(dataset, serviceUrl)} />}
    </div>
  );
}

function python({ project_id, object_id, digest }: ObjectVersion, serviceUrl: string): string {
  return `# pip install weave; export WANDB_API_KEY="$LOUPE_API_KEY" WF_TRACE_SERVER_URL=${serviceUrl}/weave
import weave

weave.init(${JSON.stringify(project_id)})
dataset = weave.ref(${JSON.stringify(`${object_id}:${digest}`)}).get()
for row in dataset.rows:
    print(row)`;
}

function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="pb-1 text-meta font-medium">{title}</h2>
      <CodeBlock code={code} label={`${title} program`} />
    </section>
  );
}
