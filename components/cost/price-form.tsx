"use client";

import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { useFormDraft } from "@/components/ui/use-draft";
import { useTimeZone } from "@/components/ui/use-time-zone";
import { offerUndo, undoWith } from "@/components/undo/pending-undos";
import { ApiError } from "@/lib/client/api-error";
import { instantOf } from "@/lib/format/wall-time";
import { createPrice, purgePrice } from "@/lib/queries/costs";

import { parseTiers } from "./tier-draft";
import { TierFields } from "./tier-fields";
import { isFieldPath, pathOf, type PriceDraft, problemsOf, toNewPrice } from "./price-draft";

interface PriceFormProps {
  projectId: string;
  /** The model that the form was opened for; empty for any. */
  model: string;
  initial: PriceDraft;
  /** Prices that are suggested for a model. */
  proposedFrom?: string;
  onDone: () => void;
}

/** Adds the price of a model: amounts per million tokens, as on providers' pages, and the date they take effect. */
export function PriceForm({ projectId, model, initial, proposedFrom, onDone }: PriceFormProps) {
  const kept = useFormDraft(`price:${projectId}:${model}`, { ...initial });
  const draft = kept.fields;
  const zone = useTimeZone();
  const [isTried, setTried] = useState(false);
  const create = useMutation(createPrice(projectId));
  const problems = isTried ? problemsOf(draft) : {};
  const refused = create.error instanceof ApiError ? create.error.errors : [];
  const errorAt = (field: keyof PriceDraft) =>
    problems[field] ?? refused.find(({ path }) => path === pathOf(field, draft.llmId))?.message;
  const isPlaced = refused.length > 0 && refused.every(({ path }) => isFieldPath(path, draft.llmId));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (create.isPending || Object.keys(problemsOf(draft)).length > 0) return;
    const llmId = draft.llmId.trim();
    const price = toNewPrice(draft, (day) => instantOf(`${day}T00:00:00`, zone) ?? undefined);
    // Promises: the price is added even if the dialog is closed before the response.
    create.mutateAsync({ llmId, price }, { onSuccess: onDone }).then(
      ({ ids: [[, id] = ["", ""]] }) => {
        kept.clear();
        offerUndo({
          id,
          title: `Added a price for ${llmId}`,
          requests: [undoWith("costPurge", purgePrice(projectId, id))],
          refreshes: ["costs"],
        });
      },
      // The form shows the error.
      () => undefined,
    );
  };
  const field = (
    name: keyof PriceDraft,
    label: string,
    more: { hint?: string; placeholder?: string; type?: string } = {},
  ) => (
    <Field label={label} hint={more.hint} error={errorAt(name)}>
      {(control) => (
        <Input
          {...control}
          type={more.type ?? "text"}
          inputMode={["llmId", "provider", "currency", "from"].includes(name) ? undefined : "decimal"}
          value={draft[name]}
          placeholder={more.placeholder}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => kept.change({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {create.error && !isPlaced && (
        <InlineBanner tone="error">Could not add the price: {create.error.message}</InlineBanner>
      )}
      {proposedFrom && (
        <InlineBanner>
          Prefilled with the prices of <code>{proposedFrom}</code>, the closest match. Check them before adding the
          price.
        </InlineBanner>
      )}
      <DraftNote draft={kept} />
      {field("llmId", "Model", {
        hint: "As used in calls; provider prefix and date are optional",
        placeholder: "gpt-4o",
      })}
      <div className="grid grid-cols-2 gap-3">
        {field("prompt", "Input, per million tokens", { placeholder: "2.50" })}
        {field("completion", "Output, per million tokens", { placeholder: "10.00" })}
        {field("cacheRead", "Cache read, per million tokens (optional)", { placeholder: "same as input" })}
        {field("cacheWrite", "Cache write, per million tokens (optional)", { placeholder: "same as input" })}
        {field("cacheWrite1h", "Cache write for an hour (optional)", { placeholder: "same as other cache writes" })}
        {field("currency", "Currency")}
        {field("provider", "Provider (optional)", { placeholder: "openai" })}
      </div>
      <TierFields
        tiers={parseTiers(draft.tiers)}
        isTried={isTried}
        onChange={(tiers) => kept.change({ tiers: JSON.stringify(tiers) })}
      />
      {field("from", "Effective from", {
        type: "date",
        hint: "Applies to calls that start on or after this date. If empty, the price applies from now on.",
      })}
      <Button type="submit" variant="primary" busy={create.isPending} className="justify-self-end">
        Add price
      </Button>
    </form>
  );
}
