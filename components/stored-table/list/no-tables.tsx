import { SearchX, Upload } from "lucide-react";
import Link from "next/link";

import { Button, buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { EmptyState } from "@/components/ui/empty-state";
import { newTablePath } from "@/lib/format/address";

interface NoTablesProps {
  projectId: string;
  serviceUrl: string;
  q: string;
  mayWrite: boolean;
  /** Whether tables are stored that no dataset names. */
  hasUnnamed: boolean;
  onShowAll: () => void;
  onDropText: () => void;
}

/** Says why nothing is listed, and how the first table comes to be. */
export function NoTables({ projectId, serviceUrl, q, mayWrite, hasUnnamed, onShowAll, onDropText }: NoTablesProps) {
  if (q !== "")
    return (
      <EmptyState icon={SearchX} title="No matching datasets">
        <Button onClick={onDropText}>Clear search “{q}”</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      title={hasUnnamed ? "No datasets yet" : "No tables yet"}
      description="A table is a list of JSON rows: a dataset to evaluate on, examples, results. Upload a file, or publish one from a program."
    >
      {hasUnnamed && <Button onClick={onShowAll}>Show unnamed tables</Button>}
      {mayWrite && (
        <Link href={newTablePath(projectId)} className={buttonClass("primary")}>
          <Upload aria-hidden className="size-3.5" />
          Upload CSV, JSON or JSONL
        </Link>
      )}
      <CodeBlock label="Program" code={program(projectId, serviceUrl)} className="w-full" />
    </EmptyState>
  );
}

function program(projectId: string, serviceUrl: string): string {
  return `# pip install weave; export WANDB_API_KEY="$LOUPE_API_KEY" WF_TRACE_SERVER_URL=${serviceUrl}/weave
import weave

weave.init(${JSON.stringify(projectId)})
weave.publish(weave.Dataset(name="parcel-questions", rows=[
    {"question": "Where is my parcel?", "expected": "It left Lyon this morning."},
]))`;
}
