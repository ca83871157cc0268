"use client";

import { useQuery } from "@tanstack/react-query";
import { FilePlus2, FlaskConical, Gauge, Table2, TestTube, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import { Button, buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionRef } from "@/lib/contract/refs";
import { versionName } from "@/lib/contract/version-name";
import { playgroundPromptPath, tablePath } from "@/lib/format/address";
import { newExperimentPath } from "@/lib/format/experiment-address";
import { newScoringPath } from "@/lib/format/scoring-address";
import { scoringRules } from "@/lib/queries/scoring";
import { objectVersion } from "@/lib/queries/objects";
import { tableOf } from "@/lib/table/table-of";
import { useMay } from "@/lib/queries/use-may";

import { LabelsMenu } from "../labels/labels-menu";
import { PublishDialog } from "../publish/publish-dialog";
import { canUndo, useDeleteVersion } from "./use-delete-version";

interface ObjectActionsProps {
  version: ObjectVersion;
  /** What it is edited as, other than JSON. */
  form: "prompt" | "scorer" | undefined;
}

/** Actions on a version: creating a new one from it, or deleting it. */
export function ObjectActions({ version, form }: ObjectActionsProps) {
  const [isPublishing, setPublishing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isLatest = version.is_latest === 1;
  const { data: known, isFetching } = useQuery({
    ...objectVersion({ projectId: version.project_id, name: version.object_id, digest: "latest" }),
    enabled: !isLatest && !version.deleted_at,
  });
  // A version that was the latest before this one was published must not be made the latest again.
  const latest = isLatest || isFetching ? undefined : known;
  const { isDeleting, run } = useDeleteVersion();
  const mayWrite = useMay(version.project_id, "member");
  const { data: rules = [], isLoading: isReadingRules } = useQuery({
    ...scoringRules(version.project_id),
    enabled: form === "scorer" && mayWrite && !version.deleted_at,
    refetchInterval: false,
  });
  const ref = versionRef(version.project_id, { ...version, name: version.object_id });
  const using = rules
    .filter(({ definition }) => definition.scorer_ref === ref)
    .map(({ definition }) => definition.name);
  const remove = () => {
    setAsking(false);
    run(version, latest);
  };
  const table = version.deleted_at ? undefined : tableOf(version.val, version.project_id);
  const toTable = table !== undefined && (
    <Link href={tablePath(version.project_id, table)} className={buttonClass("primary")}>
      <Table2 aria-hidden className="size-3.5" />
      Open rows
    </Link>
  );
  const toPlayground = form === "prompt" && (
    <Link href={playgroundPromptPath(version.project_id, version.object_id, version.digest)} className={buttonClass()}>
      <FlaskConical aria-hidden className="size-3.5" />
      Open in playground
    </Link>
  );
  const toExperiment = form === "prompt" && !version.deleted_at && (
    <Link
      href={newExperimentPath(version.project_id, { prompt: version.object_id, version: version.digest })}
      prefetch={false}
      className={buttonClass()}
    >
      <TestTube aria-hidden className="size-3.5" />
      Run over a table
    </Link>
  );
  const toScoring = form === "scorer" && !version.deleted_at && (
    <Link
      href={newScoringPath(version.project_id, {
        scorer: versionRef(version.project_id, { ...version, name: version.object_id }),
      })}
      prefetch={false}
      className={buttonClass()}
    >
      <Gauge aria-hidden className="size-3.5" />
      Score new traces
    </Link>
  );
  if (!mayWrite)
    return (
      <>
        {toTable}
        {toPlayground}
        {!version.deleted_at && <LabelsMenu version={version} />}
        <p className="text-meta text-muted">Publishing requires the member role on this project.</p>
      </>
    );
  return (
    <>
      {toTable}
      {toPlayground}
      {toExperiment}
      {toScoring}
      {!version.deleted_at && <LabelsMenu version={version} />}
      {!version.deleted_at && (
        <Button icon={FilePlus2} onClick={() => setPublishing(true)}>
          {form ? "Edit as JSON" : "New version"}
        </Button>
      )}
      {!version.deleted_at && (
        <Button
          variant="danger"
          icon={Trash2}
          busy={isDeleting}
          disabled={(!isLatest && !latest) || isReadingRules}
          onClick={() => (canUndo(version, latest) && using.length === 0 ? remove() : setAsking(true))}
        >
          Delete
        </Button>
      )}
      {isPublishing && (
        <PublishDialog projectId={version.project_id} version={version} onClose={() => setPublishing(false)} />
      )}
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${versionName(version.version_index)}${canUndo(version, latest) ? "" : " permanently"}?`}
        confirm="Delete version"
        confirming="Deleting"
        keep="Keep version"
        isPending={isDeleting}
        problem={undefined}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {using.length > 0 && (
          <p>
            {using.length === 1 ? "A scoring rule uses" : `${using.length} scoring rules use`} this version and will
            fail on every new call: <bdi>{using.join(", ")}</bdi>. Choose another scorer there first, or pause{" "}
            {using.length === 1 ? "it" : "them"}.
          </p>
        )}
        {!canUndo(version, latest) && (
          <p>Its value is too large to keep for undo, so this cannot be undone. The version stays listed as deleted.</p>
        )}
      </ConfirmDialog>
    </>
  );
}
