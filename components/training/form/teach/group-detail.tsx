"use client";

import { X } from "lucide-react";
import { useId, useState } from "react";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { JsonText } from "@/lib/json/text";
import { counted, formatCount } from "@/lib/format/number";
import type { CheckedGroup, CheckedTrajectory } from "@/lib/training/preflight";
import { signedText, numberText } from "@/lib/format/number-text";

import type { ConversationOf } from "../../trajectory/conversation-of";
import { TrajectoryView } from "../../trajectory/trajectory-view";
import type { Choices } from "../use-choices";
import { useSlice } from "./use-slice";

/** Number of trajectories of a group shown at first. */
const FIRST_SHOWN = 20;

interface GroupDetailProps {
  group: CheckedGroup;
  files: ReadonlyMap<number, Blob>;
  choices: Choices;
  conversation: ConversationOf;
  /** Absent if its container has a close button. */
  onClose?: () => void;
}

/** One group: its training signal, and its trajectories with all fields. */
export function GroupDetail({ group, files, choices, conversation, onClose }: GroupDetailProps) {
  const { statistics, trajectories } = group;
  const [shown, setShown] = useState(FIRST_SHOWN);
  const isOut = choices.leftOut.has(group.group.key);
  return (
    <section aria-label="Group" className="grid grid-cols-1 gap-2 p-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium">
            <bdi>{group.group.title || group.group.place}</bdi>
          </h3>
          <p className="text-meta text-muted tabular-nums">
            {group.group.place}
            {statistics.count > 0 &&
              ` · mean ${numberText(statistics.mean)} · std. dev. ${numberText(statistics.deviation)}`}
          </p>
        </div>
        {onClose && <IconButton icon={X} label="Close group" shortcut="escape" onClick={onClose} />}
      </header>
      <Checkbox checked={!isOut} onCheckedChange={(checked) => choices.leaveOut(group.group.key, checked !== true)}>
        Include this group
      </Checkbox>
      {statistics.count > 0 && statistics.isFlat && (
        <InlineBanner>
          {statistics.count === 1
            ? "Only one trajectory has a reward. With nothing to compare it to, this group has no training effect."
            : "All rewards are equal, so this group has no training effect."}
        </InlineBanner>
      )}
      <ol className="grid grid-cols-1 gap-3">
        {trajectories.slice(0, shown).map((one) => (
          <li key={one.trajectory.key} className="min-w-0">
            <Trajectory one={one} file={files.get(one.trajectory.file)} choices={choices} conversation={conversation} />
          </li>
        ))}
      </ol>
      {trajectories.length > shown && (
        <Button className="justify-self-start" onClick={() => setShown(shown + FIRST_SHOWN)}>
          Show {formatCount(Math.min(FIRST_SHOWN, trajectories.length - shown))} more of{" "}
          {formatCount(trajectories.length)}
        </Button>
      )}
    </section>
  );
}

interface TrajectoryProps {
  one: CheckedTrajectory;
  file: Blob | undefined;
  choices: Choices;
  conversation: ConversationOf;
}

function Trajectory({ one: { trajectory, reward, advantage }, file, choices, conversation }: TrajectoryProps) {
  const { text, error } = useSlice(file, trajectory);
  return (
    <article
      aria-label={`Trajectory from ${trajectory.place}`}
      className="grid grid-cols-1 gap-1 border-t border-line pt-2"
    >
      <header className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-meta">
        <RewardField key={trajectory.key} trajectory={trajectory} reward={reward} onChange={choices.setReward} />
        {advantage !== undefined && (
          <span className="tabular-nums">
            <span className="text-muted">advantage </span>
            <span className={advantage > 0 ? "text-success" : advantage < 0 ? "text-error" : "text-muted"}>
              {signedText(advantage)}
            </span>
          </span>
        )}
        {reward !== undefined && advantage === undefined && <Badge>left out</Badge>}
        <span className="min-w-0 truncate text-muted">
          {trajectory.place} · about {counted(trajectory.tokens, "token")}
        </span>
        {reward !== undefined && (
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            onClick={() => choices.leaveOut(trajectory.key, !choices.leftOut.has(trajectory.key))}
          >
            {choices.leftOut.has(trajectory.key) ? "Include" : "Leave out"}
          </Button>
        )}
      </header>
      {error && <InlineBanner tone="error">{error}</InlineBanner>}
      {text === undefined && !error && <Skeleton className="h-12" />}
      {text !== undefined && <TrajectoryView trajectory={new JsonText(text)} conversation={conversation} />}
    </article>
  );
}

interface RewardFieldProps {
  trajectory: CheckedTrajectory["trajectory"];
  reward: number | undefined;
  onChange: Choices["setReward"];
}

/** The reward from the file, or a field to enter one where it is missing. */
function RewardField({ trajectory, reward, onChange }: RewardFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (reward === undefined ? "" : String(reward));
  if (trajectory.reward !== undefined)
    return (
      <span className="tabular-nums">
        <span className="text-muted">reward </span>
        <span className="font-medium">{numberText(trajectory.reward)}</span>
      </span>
    );
  const isWrong = shown.trim() !== "" && !isReward(shown);
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-muted">
        reward
      </label>
      <Input
        id={id}
        inputMode="decimal"
        value={shown}
        placeholder="none"
        aria-invalid={isWrong || undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(trajectory.key, isReward(event.target.value) ? Number(event.target.value) : undefined);
        }}
        className="h-6 w-20 text-meta"
      />
    </span>
  );
}

function isReward(typed: string): boolean {
  return typed.trim() !== "" && Number.isFinite(Number(typed));
}
