"use client";

import { Table2, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";

import { TestTableName } from "./test-table-name";

const TestTableDialog = dynamic(async () => (await import("./test-table-dialog")).TestTableDialog, { ssr: false });

interface TestTableFieldProps {
  projectId: string;
  /** Its ref; empty for none. */
  testTable: string;
  onChange: (testTable: string) => void;
}

/** Selects the test table of a new job. */
export function TestTableField({ projectId, testTable, onChange }: TestTableFieldProps) {
  const [isChoosing, setChoosing] = useState(false);
  const isChosen = testTable !== "";
  return (
    <Field
      label="Test table"
      hint="Optional. Measure the base model and the trained model on it; the results are shown on the job's page."
    >
      {({ id: _named, ...control }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          {isChosen && <TestTableName projectId={projectId} testTable={testTable} />}
          <span className="flex items-center gap-1">
            <Button {...control} icon={Table2} onClick={() => setChoosing(true)}>
              {isChosen ? "Change table" : "Choose a table"}
            </Button>
            {isChosen && <IconButton icon={X} label="Remove test table" onClick={() => onChange("")} />}
          </span>
          {isChoosing && (
            <TestTableDialog projectId={projectId} onChoose={onChange} onClose={() => setChoosing(false)} />
          )}
        </span>
      )}
    </Field>
  );
}
