"use client";

import { useMutation } from "@tanstack/react-query";

import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import type { ScoringDefinition, ScoringRule } from "@/lib/contract/scoring";
import { createScoringRule, updateScoringRule } from "@/lib/queries/scoring";

import type { RuleDraft } from "./rule-draft";
import { RuleForm } from "./rule-form";

interface RuleDialogProps {
  projectId: string;
  /** The rule to change; a new one is created without. */
  rule?: ScoringRule;
  /** What a new one begins with. */
  start?: Partial<RuleDraft>;
  onClose: () => void;
  onSaved?: (rule: ScoringRule) => void;
}

/** Creates or changes a scoring rule. */
export function RuleDialog({ projectId, rule, start = {}, onClose, onSaved }: RuleDialogProps) {
  const create = useMutation(createScoringRule());
  const update = useMutation(updateScoringRule());
  const save = rule ? update : create;
  const submit = async (definition: ScoringDefinition, newId: string) => {
    const saved = rule
      ? await update.mutateAsync({ project_id: projectId, id: rule.id, definition })
      : await create.mutateAsync({ project_id: projectId, id: newId, ...definition });
    onSaved?.(saved);
    toast({ title: rule ? "Rule changed" : "Rule created" });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={rule ? `Edit ${rule.definition.name}` : "New scoring rule"}
      className="w-[min(640px,calc(100vw-32px))]"
    >
      <RuleForm
        projectId={projectId}
        rule={rule}
        start={start}
        busy={save.isPending}
        error={save.error}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}
