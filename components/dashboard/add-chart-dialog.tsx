"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { dashboardPath } from "@/lib/format/address";
import { nameOf, type ReadDashboard } from "@/lib/queries/dashboards";

interface AddChartDialogProps {
  projectId: string;
  /** Those that have room for a chart, at least one. */
  dashboards: readonly ReadDashboard[];
  /** What asks for the chart in a dashboard's address. */
  search: Record<string, string>;
  onNew: () => void;
  onClose: () => void;
}

/** Chooses the dashboard that a chart is added to, and opens the chart's form there. */
export function AddChartDialog({ projectId, dashboards, search, onNew, onClose }: AddChartDialogProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState(dashboards[0]?.id ?? "");
  const options = dashboards.map((one) => ({ value: one.id, label: nameOf(one) }));
  const open = () => router.push(dashboardPath(projectId, chosen, search));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Add to dashboard">
      <form className="grid gap-4" noValidate onSubmit={onSubmit(open)}>
        <Field label="Dashboard">
          {(control) => (
            <Select {...control} options={options} value={chosen} onValueChange={setChosen} className="w-full" />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onNew} className="mr-auto">
            New dashboard
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
