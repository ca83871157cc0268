"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { afterChange } from "@/components/undo/after-change";
import { offerUndo, undoWith, withdrawUndo } from "@/components/undo/pending-undos";
import type { TrainingJob } from "@/lib/contract/training";
import { setTestTable } from "@/lib/queries/training-test-table";

import { TestTableName } from "./test-table-name";

const TestTableDialog = dynamic(async () => (await import("./test-table-dialog")).TestTableDialog, { ssr: false });

interface JobTestTableProps {
  projectId: string;
  job: TrainingJob;
  mayTrain: boolean;
}

/** The test table of a job, with buttons to choose another one or none for those who may. */
export function JobTestTable({ projectId, job: { id, test_table_ref: ref }, mayTrain }: JobTestTableProps) {
  const [isChoosing, setChoosing] = useState(false);
  const save = useMutation(setTestTable());
  const set = (next: string | null, onSet: () => void) =>
    afterChange(save.mutateAsync({ id, ref: next }), "Could not change the test table", onSet);
  const remove = (before: string) =>
    set(null, () =>
      offerUndo({
        id: `test-table ${id}`,
        title: "Removed the test table",
        requests: [undoWith("trainingJobTestTable", { id, test_table_ref: before })],
        refreshes: ["training"],
      }),
    );
  return (
    <span className="flex min-w-0 items-center gap-0.5">
      {ref === undefined ? (
        <Button size="small" busy={save.isPending} onClick={() => setChoosing(true)}>
          Choose a table
        </Button>
      ) : (
        <>
          <TestTableName projectId={projectId} testTable={ref} className="text-accent-ink underline" />
          {mayTrain && (
            <>
              <IconButton
                icon={Pencil}
                label="Change test table"
                size="small"
                disabled={save.isPending}
                onClick={() => setChoosing(true)}
              />
              <IconButton
                icon={X}
                label="Remove test table"
                size="small"
                disabled={save.isPending}
                onClick={() => remove(ref)}
              />
            </>
          )}
        </>
      )}
      {isChoosing && (
        <TestTableDialog
          projectId={projectId}
          onChoose={(chosen) => set(chosen, () => withdrawUndo(`test-table ${id}`))}
          onClose={() => setChoosing(false)}
        />
      )}
    </span>
  );
}
