"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { DraftNote } from "@/components/ui/draft-note";
import { Field } from "@/components/ui/field";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { onSubmit } from "@/components/ui/on-submit";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast-store";
import { useCheckedDraft } from "@/components/ui/use-draft";
import { ApiError } from "@/lib/client/api-error";
import { failureWords } from "@/lib/client/failure-words";
import { CONNECTION_HEADERS, RUNNER_VARIABLES } from "@/lib/contract/limits";
import type { ShownRunner } from "@/lib/contract/training-runner";
import { type AskedRunner, setRunner, testRunner } from "@/lib/queries/training-runner";

import { KeyField } from "../secrets/key-field";
import { SecretRows } from "../secrets/secret-rows";
import { keyOf, type SecretRow, sentHeaders, sentKey, sentRows, storedRows } from "../secrets/secrets";
import { CheckResult } from "./check-result";
import { RayFields } from "./ray-fields";
import { fieldsOf, problemsOf, secretProblems, settingsOf } from "./runner-draft";

interface RunnerFormProps {
  /** The runner that is changed; absent for a new one. */
  runner: ShownRunner | undefined;
  onDone?: () => void;
  onCancel?: () => void;
}

const types = [
  { value: "ray", label: "Ray cluster" },
  { value: "service", label: "Another service" },
] as const;

/** Sets up a runner at an address, or changes it. Its secrets are only in this component, never in a draft. */
export function RunnerForm({ runner, onDone, onCancel }: RunnerFormProps) {
  const revision = String(runner?.revision ?? 0);
  const draft = useCheckedDraft("training runner", fieldsOf(runner), revision);
  const isOutdated = draft.restoredAbout !== undefined && draft.restoredAbout !== revision;
  const { fields, problems, setProblems, change } = draft;
  const [key, setKey] = useState(() => keyOf(runner?.has_key ?? false));
  const [headers, setHeaders] = useState<readonly SecretRow[]>(() => storedRows(runner?.headers ?? []));
  const [variables, setVariables] = useState<readonly SecretRow[]>(() => storedRows(runner?.env_vars ?? []));
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const save = useMutation(setRunner());
  const check = useMutation(testRunner());
  const isRay = fields.type === "ray";
  const areKept = runner?.type === fields.type && runner.address === fields.address.trim() && !runner.problem;
  const hasStoredKey = areKept && runner.has_key;
  /** What the service had against secrets is forgotten once they are changed. */
  const forget = (path: string) => setOthers(new Map([...others].filter(([about]) => !about.startsWith(path))));

  const asked = (): AskedRunner | undefined => {
    const read = settingsOf(fields);
    setProblems("problems" in read ? read.problems : {});
    setOthers(new Map());
    if ("problems" in read) return undefined;
    const secrets = isRay ? { headers: sentHeaders(headers), env_vars: sentRows(variables) } : {};
    const typed = sentKey(key);
    if (typed === undefined && hasStoredKey) return { ...read.settings, ...secrets };
    return { ...read.settings, ...secrets, key: typed ?? null };
  };
  const showErrors = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const found = problemsOf(error.errors);
    setProblems(found.fields);
    setOthers(found.others);
  };
  const submit = () => {
    const runnerAsked = save.isPending ? undefined : asked();
    if (!runnerAsked) return;
    check.reset();
    const saved = save.mutateAsync({ ...runnerAsked, replaces: runner?.revision ?? 0 }, { onError: showErrors });
    saved.then(
      () => {
        draft.clear();
        toast({ title: runner ? "Training runner changed" : "Training runner set up" });
        onDone?.();
      },
      () => undefined,
    );
  };
  const test = () => {
    const runnerAsked = check.isPending ? undefined : asked();
    if (!runnerAsked) return;
    save.reset();
    check.mutate(runnerAsked, { onError: showErrors });
  };
  const error = save.error ?? check.error;
  return (
    <form className="grid gap-4" noValidate onSubmit={onSubmit(submit)}>
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            options={types}
            value={isRay ? "ray" : "service"}
            onValueChange={(type) => change({ type })}
            className="justify-self-start"
          />
        )}
      </Field>
      <Field
        label="Address"
        hint={
          isRay
            ? "Address of Ray’s dashboard, which has the Jobs API."
            : "Base address of a service with the same API, such as another Loupe near the GPUs."
        }
        error={problems.address}
      >
        {(control) => (
          <Input
            {...control}
            type="url"
            value={fields.address}
            autoComplete="off"
            spellCheck={false}
            placeholder={isRay ? "https://ray.example.com:8265" : "https://train.example.com"}
            onChange={(event) => change({ address: event.target.value })}
          />
        )}
      </Field>
      <KeyField
        label={isRay ? "Token" : "API key"}
        isRequired={!isRay}
        hint={keyHint(isRay, runner, areKept)}
        stored={hasStoredKey ? runner : undefined}
        mayRemove={isRay}
        change={key}
        error={others.get("key")}
        onChange={(next) => {
          setKey(next);
          forget("key");
        }}
      />
      {isRay ? (
        <>
          <RayFields fields={fields} problems={problems} onChange={change} />
          <SecretRows
            legend="Environment variables"
            noun="variable"
            label="Name"
            placeholder="HF_TOKEN"
            most={RUNNER_VARIABLES}
            rows={variables}
            areKept={areKept}
            problem={others.get("env_vars")}
            problems={secretProblems(others, "env_vars")}
            onChange={(next) => {
              setVariables(next);
              forget("env_vars");
            }}
          />
          <SecretRows
            legend="Headers of requests to Ray"
            noun="header"
            label="Name"
            placeholder="x-team"
            most={CONNECTION_HEADERS}
            rows={headers}
            areKept={areKept}
            problem={others.get("headers")}
            problems={secretProblems(others, "headers")}
            onChange={(next) => {
              setHeaders(next);
              forget("headers");
            }}
          />
        </>
      ) : (
        <Field
          label="Project"
          hint="Where the models are created there; by default in a project with the same name as here."
          error={problems.project}
        >
          {(control) => (
            <Input
              {...control}
              value={fields.project}
              autoComplete="off"
              placeholder="acme/training"
              onChange={(event) => change({ project: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Base models"
        hint={`One per line. They are offered when a trainable model is created.${isRay ? "" : " If empty, those that the service names."}`}
        error={problems.baseModels}
      >
        {(control) => (
          <Textarea
            {...control}
            value={fields.baseModels}
            spellCheck={false}
            placeholder="Qwen/Qwen3-14B"
            onChange={(event) => change({ baseModels: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Jobs at once" hint="For each replica of this service; 1 if empty." error={problems.concurrency}>
          {(control) => (
            <Input
              {...control}
              value={fields.concurrency}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => change({ concurrency: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="Longest silence in seconds"
          hint="A job without events or log output for this long fails; 3600 if empty."
          error={problems.silence}
        >
          {(control) => (
            <Input
              {...control}
              value={fields.silence}
              inputMode="numeric"
              autoComplete="off"
              onChange={(event) => change({ silence: event.target.value })}
            />
          )}
        </Field>
      </div>
      <DraftNote draft={draft}>
        Secrets are never saved in drafts.{isOutdated && " The runner has changed since; compare before you save."}
      </DraftNote>
      {check.data && <CheckResult result={check.data} />}
      {error && (
        <InlineBanner tone="error">
          {failureWords(
            error,
            save.error ? "Could not save the training runner" : "Could not test the training runner",
          )}
        </InlineBanner>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button busy={check.isPending} onClick={test}>
          {check.isPending ? "Testing" : "Test"}
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {save.isPending ? "Saving" : runner ? "Save runner" : "Set up runner"}
        </Button>
      </div>
    </form>
  );
}

function keyHint(isRay: boolean, runner: ShownRunner | undefined, areKept: boolean): string {
  if (runner?.problem) return "The stored secrets cannot be decrypted; enter them again.";
  if (runner?.has_key && !areKept)
    return "The stored secrets belong to the other address and are not kept; enter them again.";
  return isRay
    ? "Sent as a Bearer token, if the cluster requires one. Stored encrypted and never shown again."
    : "A key with the member role there. Stored encrypted and never shown again.";
}
