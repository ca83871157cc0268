import { refOfTable } from "@/components/pickers/ref-of-table";
import { TableDialog } from "@/components/pickers/table-dialog";

interface TestTableDialogProps {
  projectId: string;
  /** Called with the ref of the table. */
  onChoose: (testTable: string) => void;
  onClose: () => void;
}

/** Selects the table that a job's models are measured on. */
export function TestTableDialog({ projectId, onChoose, onClose }: TestTableDialogProps) {
  return (
    <TableDialog
      projectId={projectId}
      title="Choose a test table"
      description="“Measure before and after” runs the base model and the trained model over its rows. Use rows that are not part of the training data."
      onChoose={(table) => {
        onClose();
        onChoose(refOfTable(projectId, table));
      }}
      onClose={onClose}
    />
  );
}
