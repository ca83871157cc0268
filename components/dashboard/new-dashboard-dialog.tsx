"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { useFormDraft } from "@/components/ui/use-draft";
import { TEMPLATES } from "@/lib/dashboard/templates";
import { dashboardPath } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { createDashboard } from "@/lib/queries/dashboards";

const templates = [
  { value: "", label: "Empty" },
  ...TEMPLATES.map(({ name, charts }) => ({ value: name, label: `${name}, ${counted(charts.length, "chart")}` })),
];

interface NewDashboardDialogProps {
  projectId: string;
  /** What the address of the new dashboard asks for. */
  search?: Record<string, string>;
  onClose: () => void;
}

/** Creates a dashboard from a template, and opens it. */
export function NewDashboardDialog({ projectId, search, onClose }: NewDashboardDialogProps) {
  const draft = useFormDraft(`dashboard:${projectId}:new`, { name: "", template: "" });
  const [problem, setProblem] = useState<string>();
  const create = useMutation(createDashboard(projectId));
  const router = useRouter();
  const { name, template } = draft.fields;
  const submit = () => {
    if (create.isPending) return;
    const typed = name.trim() || template;
    if (typed === "") return setProblem("Enter a name");
    const charts = TEMPLATES.find((one) => one.name === template)?.charts ?? [];
    create.mutate(
      { name: typed, charts },
      {
        onSuccess: (id) => {
          draft.clear();
          router.push(dashboardPath(projectId, id, search));
        },
      },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New dashboard">
      <form className="grid gap-4" noValidate onSubmit={onSubmit(submit)}>
        <Field label="Template">
          {(control) => (
            <Select
              {...control}
              options={templates}
              value={template}
              onValueChange={(chosen) => draft.change({ template: chosen })}
              className="w-full"
            />
          )}
        </Field>
        <Field label="Name" error={problem}>
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="off"
              placeholder={template || "Support agent"}
              onChange={(event) => {
                setProblem(undefined);
                draft.change({ name: event.target.value });
              }}
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {create.error && (
          <InlineBanner tone="error">Could not create the dashboard: {create.error.message}</InlineBanner>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {create.isPending ? "Creating" : "Create dashboard"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
