"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";

import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { itemClass } from "@/components/ui/menu-class";
import { Skeleton } from "@/components/ui/skeleton";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { withSearch } from "@/lib/format/address";
import { deleteView, type SavedView, savedViews, viewBody } from "@/lib/queries/saved-views";
import { useMay } from "@/lib/queries/use-may";

import { ViewNameForm } from "./view-name-form";

/** The parameters of the address that belong to the view; the previewed call is not one of them. */
const viewKeys = ["q", "from", "to", "range", "roots", "sort", "col", "pin"];

interface ViewListProps {
  projectId: string;
  /** Called when a view is opened. */
  onNavigate: () => void;
}

/** The saved views of a project, to open, rename and delete, and a form to save the current one. */
export function ViewList({ projectId, onNavigate }: ViewListProps) {
  const [renamed, setRenamed] = useState<SavedView>();
  const { data: views, error } = useQuery(savedViews(projectId));
  const mayWrite = useMay(projectId, "member");
  const path = usePathname();
  const search = viewSearch(useSearchParams());
  const current = views?.find((view) => view.search === search);
  const remove = useMutation(deleteView(projectId));
  const deleteOne = (view: SavedView) => {
    const offer = () =>
      offerUndo({
        id: `view ${view.id}`,
        title: `Deleted the view “${view.label}”`,
        requests: [undoWith("objCreate", viewBody(projectId, view))],
        refreshes: ["saved-views"],
      });
    afterChange(remove.mutateAsync(view), "Could not delete the view", offer);
  };
  // Shown whole, or the form would move from under the pointer when the list arrives.
  if (views === undefined && error === null)
    return (
      <div aria-busy aria-label="Loading views" role="status" className="p-2">
        <Skeleton className="w-2/3" />
      </div>
    );
  return (
    <>
      {error && (
        <p role="alert" className="px-2 py-1 text-meta text-error">
          Could not load views: {error.message}
        </p>
      )}
      {views?.length === 0 && <p className="px-2 py-1 text-meta text-muted">No saved views yet.</p>}
      <ul aria-label="Saved views">
        {views?.map((view) =>
          renamed?.id === view.id ? (
            <li key={view.id} className="p-1">
              <ViewNameForm projectId={projectId} view={view} action="Rename" onDone={() => setRenamed(undefined)} />
            </li>
          ) : (
            <li key={view.id} className="flex items-center">
              <Link
                href={withSearch(path, new URLSearchParams(view.search))}
                onClick={onNavigate}
                aria-current={view === current ? "true" : undefined}
                className={cn(itemClass, "min-w-0 flex-1 hover:bg-hover")}
              >
                <bdi className="min-w-0 flex-1 truncate">{view.label}</bdi>
                {view === current && <Check aria-hidden className="size-3.5 text-accent-ink" />}
              </Link>
              {mayWrite && (
                <>
                  <IconButton
                    icon={Pencil}
                    label={`Rename ${view.label}`}
                    size="small"
                    onClick={() => setRenamed(view)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={`Delete ${view.label}`}
                    size="small"
                    onClick={() => deleteOne(view)}
                  />
                </>
              )}
            </li>
          ),
        )}
      </ul>
      <div className="mt-1 border-t border-line p-2">
        {mayWrite ? (
          <ViewNameForm key={search} projectId={projectId} view={{ label: "", search }} action="Save this view" />
        ) : (
          <p className="text-meta text-muted">Saving views requires the member role on this project.</p>
        )}
      </div>
    </>
  );
}

function viewSearch(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const key of viewKeys) for (const value of params.getAll(key)) kept.append(key, value);
  return kept.toString();
}
