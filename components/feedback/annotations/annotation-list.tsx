"use client";

import { useQuery } from "@tanstack/react-query";
import { Tags } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";

import { ColumnsMenu } from "@/components/data-table/columns-menu";
import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { EmptyState } from "@/components/ui/empty-state";
import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import type { ObjectVersion } from "@/lib/contract/objects";
import { isAnnotationType, readSpec } from "@/lib/feedback/annotation-spec";
import { objectPath, projectPath } from "@/lib/format/address";
import { annotationVersions } from "@/lib/queries/annotations";
import { feedbackTypes } from "@/lib/queries/feedback-list";
import { useMay } from "@/lib/queries/use-may";

import { NewSpec } from "../annotate/new-spec";
import { annotationColumns, type AnnotationRow } from "./columns";
import { useDelete } from "./use-delete";

const SpecDialog = dynamic(async () => (await import("../annotate/spec-dialog")).SpecDialog, { ssr: false });

/** Every annotation of a project, with actions to open, change and delete it. */
export function AnnotationList({ projectId }: { projectId: string }) {
  const query = useQuery(annotationVersions(projectId));
  const { data: versions } = query;
  const { data: types } = useQuery(feedbackTypes(projectId));
  const [edited, setEdited] = useState<ObjectVersion>();
  const [isOpen, setOpen] = useState(false);
  const deleteAnnotation = useDelete(projectId);
  const mayChange = useMay(projectId, "member");
  const columns = useMemo(() => {
    const onEdit = (version: ObjectVersion) => {
      setEdited(version);
      setOpen(true);
    };
    return annotationColumns(mayChange ? { onEdit, onDelete: deleteAnnotation } : undefined);
  }, [mayChange, deleteAnnotation]);
  const rows = useMemo(
    () =>
      (versions ?? []).map((version): AnnotationRow => {
        const spec = readSpec(version);
        return { version, spec, answers: types && answersOf(types, spec.id) };
      }),
    [versions, types],
  );
  const table = useDataTable({ id: "annotations", columns, rows, rowId: ({ spec }) => spec.id });
  const list = useList(query, rows);
  if (isMissingEndpoint(list.error))
    return <MissingExtension lacks="list annotations" endpoint="objsQuery" under={projectPath(projectId)} />;
  return (
    <section aria-label="Annotations" className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-2 px-4 py-3">
        <h1 className="mr-auto text-title font-semibold">Annotations</h1>
        <ColumnsMenu table={table} />
        <NewSpec projectId={projectId} />
      </header>
      <ListScreen
        table={table}
        label="Annotations"
        list={list}
        skeletonRows={6}
        rowHref={({ version, spec }) =>
          objectPath(projectId, { kind: version.kind, name: spec.id, digest: version.digest })
        }
        empty={
          <EmptyState
            icon={Tags}
            title="No annotations yet"
            description="An annotation is a question that annotators answer about calls and objects: a choice, a number or text. Create one to ask it about any call and in queues."
          />
        }
      />
      {edited && (
        <SpecDialog
          key={`${edited.object_id} ${edited.digest}`}
          projectId={projectId}
          edited={edited}
          open={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </section>
  );
}

function answersOf(types: ReadonlyMap<string, number>, id: string): number {
  return [...types].reduce((sum, [type, count]) => (isAnnotationType(type, id) ? sum + count : sum), 0);
}
