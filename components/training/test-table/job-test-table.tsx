"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast-store";
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
  const set = (next: string | null, onSet?: () => void) =>
    save
      .mutateAsync({ id, ref: next })
      .then(onSet, ({ message }: Error) =>
        toast({ title: "Could not change the test table", description: message, tone: "error" }),
      );
  const remove = (before: string) =>
    set(null, () =>
      toast({
        title: "Removed the test table",
        action: { label: "Undo", onAction: () => void set(before) },
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
                onClick={() => void remove(ref)}
              />
            </>
          )}
        </>
      )}
      {isChoosing && (
        <TestTableDialog
          projectId={projectId}
          onChoose={(chosen) => void set(chosen)}
          onClose={() => setChoosing(false)}
        />
      )}
    </span>
  );
}
