"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useMemo } from "react";

import { Fold } from "@/components/ui/fold";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { JsonNode } from "@/lib/json/node";
import { JsonText } from "@/lib/json/text";
import { formatCount } from "@/lib/format/number";
import { trainingGroupDetail } from "@/lib/queries/training";
import { groupStatistics } from "@/lib/training/advantages";
import { signedText, numberText } from "@/lib/format/number-text";

import type { ConversationOf } from "../trajectory/conversation-of";
import { TrajectoryView } from "../trajectory/trajectory-view";

interface GroupPeekProps {
  jobId: string;
  index: number;
  conversation: ConversationOf;
  onClose: () => void;
}

export function GroupPeek({ jobId, index, conversation, onClose }: GroupPeekProps) {
  const { data: group, error } = useQuery(trainingGroupDetail({ id: jobId, index }));
  const trajectories = useMemo(() => (group ? readGroup(group) : undefined), [group]);
  return (
    <aside aria-label={`Group ${index + 1}`} className="flex h-full min-h-0 flex-col">
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-4">
        <h2 className="font-medium">Group {formatCount(index + 1)}</h2>
        <IconButton icon={X} label="Close" shortcut="escape" size="small" className="ml-auto" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-4 py-2">
        {error && <InlineBanner tone="error">Could not load the group: {error.message}</InlineBanner>}
        {!group && !error && <Skeleton className="my-2 w-2/3" />}
        <ol className="grid gap-1">
          {trajectories?.map(({ place, reward, advantage, json }) => (
            <li key={place} className="border-b border-line pb-1 last:border-b-0">
              <Fold
                summary={
                  <span className="flex flex-wrap items-baseline gap-x-3 text-body">
                    <span className="text-ink">Trajectory {place}</span>
                    <span>
                      reward <span className="text-ink tabular-nums">{numberText(reward)}</span>
                    </span>
                    <span>
                      advantage <span className={advantageClass(advantage)}>{signedText(advantage)}</span>
                    </span>
                  </span>
                }
              >
                <TrajectoryView trajectory={json} conversation={conversation} />
              </Fold>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}

interface ReadTrajectory {
  /** Counted from one. */
  place: number;
  reward: number;
  advantage: number;
  json: JsonText;
}

function readGroup(group: JsonText): ReadTrajectory[] {
  const items = [...(JsonNode.parse(group).get("trajectories")?.items() ?? [])];
  const rewards = items.map((item) => item.get("reward")?.number() ?? 0);
  const { advantages } = groupStatistics(rewards, { isScaled: true });
  return items.map((item, at) => ({
    place: at + 1,
    reward: rewards[at] ?? 0,
    advantage: advantages[at] ?? 0,
    json: new JsonText(item.raw),
  }));
}

function advantageClass(advantage: number): string {
  if (advantage === 0) return "text-muted tabular-nums";
  return advantage > 0 ? "text-success tabular-nums" : "text-error tabular-nums";
}
