"use client";

import { useMutation } from "@tanstack/react-query";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { toast } from "@/components/ui/toast-store";
import { useCheckedDraft } from "@/components/ui/use-draft";
import type { Experiment } from "@/lib/contract/experiments";
import { formatMoney } from "@/lib/format/money";
import { updateExperiment } from "@/lib/queries/experiment-runs";

interface BudgetDialogProps {
  projectId: string;
  run: Experiment;
  onClose: () => void;
}

/** Changes how much an experiment may cost before it pauses. */
export function BudgetDialog({ projectId, run, onClose }: BudgetDialogProps) {
  const before = run.definition.budget_usd == null ? "" : String(run.definition.budget_usd);
  const draft = useCheckedDraft(`experiment budget:${projectId}:${run.id}`, { budget: before });
  const update = useMutation(updateExperiment());
  const submit = () => {
    if (update.isPending) return;
    const text = draft.fields.budget.trim();
    const budget = text === "" ? null : Number(text);
    if (budget !== null && !(budget > 0 && Number.isFinite(budget))) {
      draft.setProblems({ budget: "Enter an amount above 0, or nothing for no limit" });
      return;
    }
    update.mutate(
      { project_id: projectId, id: run.id, budget_usd: budget },
      {
        onSuccess: () => {
          draft.clear();
          toast({ title: "Budget changed" });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Change budget"
      description={`The experiment pauses once its completions cost this much. They cost ${formatMoney(run.cost_usd, "USD")} so far.`}
    >
      <form noValidate className="grid gap-3" onSubmit={onSubmit(submit)}>
        <Field label="Budget in USD" hint="Empty for no limit" error={draft.problems.budget}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              placeholder="No limit"
              value={draft.fields.budget}
              onChange={(event) => draft.change({ budget: event.target.value })}
              className="tabular-nums"
            />
          )}
        </Field>
        <DraftNote draft={draft} />
        {update.error && <InlineBanner tone="error">Could not change the budget: {update.error.message}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Keep budget</Button>
          <Button type="submit" variant="primary" busy={update.isPending}>
            {update.isPending ? "Saving" : "Change budget"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
