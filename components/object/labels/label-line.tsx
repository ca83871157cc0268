"use client";

import { useMutation } from "@tanstack/react-query";
import { Lock, LockOpen } from "lucide-react";
import { useId } from "react";

import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { RelativeTime } from "@/components/ui/timestamp";
import { afterChange } from "@/components/undo/after-change";
import type { ObjectVersion } from "@/lib/contract/objects";
import { versionName } from "@/lib/contract/version-name";
import { protectLabel } from "@/lib/queries/labels";

import type { ShownLabel } from "./shown-labels";

interface LabelLineProps {
  version: ObjectVersion;
  shown: ShownLabel;
  mayMove: boolean;
  isAdmin: boolean;
  isMoving: boolean;
  onMove: (isOn: boolean) => void;
}

/** A label to tick, the version it is on, and who moved it there; admins protect it here. */
export function LabelLine(props: LabelLineProps) {
  const { version, shown, mayMove, isAdmin, isMoving, onMove } = props;
  const { label, on, isProtected } = shown;
  const ids = { note: useId(), name: useId() };
  const isHere = on?.digest === version.digest;
  const protect = useMutation(protectLabel(version.project_id));
  const toggle = () => {
    const change = protect.mutateAsync({ label, isProtected: !isProtected });
    afterChange(change, `Could not ${isProtected ? "unprotect" : "protect"} ${label}`, () => undefined);
  };
  return (
    <li className="flex items-start gap-2 rounded-[5px] px-2 py-1 hover:bg-hover">
      <Checkbox
        aria-labelledby={ids.name}
        aria-describedby={ids.note}
        checked={isHere}
        disabled={!mayMove}
        aria-busy={isMoving || undefined}
        onCheckedChange={(isOn) => {
          if (!isMoving) onMove(isOn);
        }}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-1.5">
          <span id={ids.name} title={label} className="truncate font-medium">
            {label}
          </span>
          {isProtected && !isAdmin && <Lock aria-hidden className="size-3.5 shrink-0 text-muted" />}
        </p>
        <p id={ids.note} className="truncate text-meta text-muted">
          {on ? (
            <span title={`Moved by ${on.moved_by}`}>
              {isHere ? "Here" : `On ${versionName(on.version_index)}`} · <bdi>{on.moved_by}</bdi> ·{" "}
              <RelativeTime at={on.moved_at} />
            </span>
          ) : (
            "On no version"
          )}
        </p>
        {isProtected && !isAdmin && (
          <p className="text-meta text-muted">Protected: only admins of the project can move it.</p>
        )}
      </div>
      {isAdmin && (
        <IconButton
          icon={isProtected ? Lock : LockOpen}
          label={isProtected ? `Unprotect ${label}` : `Protect ${label}, so that only admins can move it`}
          size="small"
          aria-pressed={isProtected}
          aria-busy={protect.isPending || undefined}
          onClick={protect.isPending ? undefined : toggle}
        />
      )}
    </li>
  );
}
