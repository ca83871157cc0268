import { SearchX, Table2, Upload } from "lucide-react";
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
  /** Whether there are tables without a dataset. */
  hasUnnamed: boolean;
  onShowAll: () => void;
  onDropText: () => void;
}

/** Explains why nothing is listed, and how to create the first table. */
export function NoTables({ projectId, serviceUrl, q, mayWrite, hasUnnamed, onShowAll, onDropText }: NoTablesProps) {
  if (q !== "")
    return (
      <EmptyState icon={SearchX} title="No matching datasets">
        <Button onClick={onDropText}>Clear search “{q}”</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Table2}
      title={hasUnnamed ? "No datasets yet" : "No tables yet"}
      description="A table is a list of JSON rows, such as an evaluation dataset, examples or results. Upload a file, or publish a table from a program."
    >
      {hasUnnamed && <Button onClick={onShowAll}>Show all tables</Button>}
      {mayWrite && (
        <Link href={newTablePath(projectId)} className={buttonClass("primary")}>
          <Upload aria-hidden className="size-3.5" />
          Upload CSV, JSON or JSONL
        </Link>
      )}
      <CodeBlock label="Code" code={program(projectId, serviceUrl)} className="w-full" />
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
