"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { ListScreen } from "@/components/data-table/list-screen";
import { useDataTable } from "@/components/data-table/use-data-table";
import { useList } from "@/components/data-table/use-list";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SplitPanel } from "@/components/ui/split-panel";
import { usePeekParam } from "@/components/ui/use-peek-param";
import type { TrainedModel } from "@/lib/contract/training";
import { trainingPath, withSearch } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { trainedModelsList } from "@/lib/queries/training";
import { useMay } from "@/lib/queries/use-may";

import { MAY_NOT_TRAIN } from "../may-not-train";
import { modelColumns } from "./columns";
import { ModelPeek } from "./model-peek";
import { NewModelDialog } from "./new-model-dialog";

const noModels: readonly TrainedModel[] = [];
const peekWidth = 460;

/** The trainable models of a project, and the checkpoints of one. */
export function ModelList({ projectId }: { projectId: string }) {
  const [peekedId, onPeek] = usePeekParam("trained");
  const [isMaking, setMaking] = useState(false);
  const mayTrain = useMay(projectId, "member");
  const query = useQuery(trainedModelsList(projectId));
  const rows = query.data ?? noModels;
  const list = useList(query, rows);
  const table = useDataTable({ id: "trained-models", columns: modelColumns, rows, rowId: ({ id }) => id });
  const peeked = rows.find(({ id }) => id === peekedId);
  const make = (
    <Button
      icon={Plus}
      disabled={!mayTrain}
      title={mayTrain ? undefined : MAY_NOT_TRAIN}
      onClick={() => setMaking(true)}
    >
      New trainable model
    </Button>
  );
  return (
    <section aria-label="Trainable models" className="flex h-full min-h-0 flex-col">
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 px-4 py-2">
          <p className="min-w-0 flex-1 text-muted">
            Named sets of weights that jobs train on top of a base model. Each job adds checkpoints.
          </p>
          <p role="status" className="text-meta text-muted">
            {counted(rows.length, "model")}
          </p>
          {make}
        </div>
      )}
      <SplitPanel
        id="trained-model-peek"
        label="Model width"
        sized="end"
        defaultWidth={peekWidth}
        start={
          <ListScreen
            table={table}
            label="Trainable models"
            list={list}
            skeletonRows={4}
            rowHref={({ id }) => withSearch(trainingPath(projectId), { tab: "models", trained: id })}
            peek={{ id: peekedId, onChange: onPeek }}
            empty={
              <EmptyState
                title="No trainable models yet"
                description="A trainable model is a named set of weights on top of a base model. Jobs train it and save checkpoints."
              >
                {make}
              </EmptyState>
            }
          />
        }
        end={peeked && <ModelPeek projectId={projectId} model={peeked} onClose={() => onPeek(null)} />}
      />
      {isMaking && (
        <NewModelDialog
          projectId={projectId}
          onClose={() => setMaking(false)}
          onMade={({ id }) => {
            setMaking(false);
            onPeek(id);
          }}
        />
      )}
    </section>
  );
}
