"use client";

import { ChartColumn, ListTree, MessageSquareHeart, TriangleAlert } from "lucide-react";
import Link from "next/link";

import { buttonClass } from "@/components/ui/button";
import type { ScoringRule } from "@/lib/contract/scoring";
import { measuredCallsPath } from "@/lib/filter/measured-calls";
import { addChartPath, newAlertPath } from "@/lib/format/address";
import { feedbackOfTypePath } from "@/lib/format/scoring-address";
import { isTrueOrFalse } from "@/lib/scorer/traits";

import { useScorerVersion } from "./use-scorer-version";

/** Where the scores of a rule's scorer are, and what can be made of them. */
export function ScoreLinks({ rule, mayChange }: { rule: ScoringRule; mayChange: boolean }) {
  const { project_id: projectId, definition } = rule;
  const { feedbackType, scorer } = useScorerVersion(projectId, definition.scorer_ref);
  const feedback = { feedback_type: feedbackType };
  // A mean has only numbers.
  const metric =
    scorer && isTrueOrFalse(scorer.definition)
      ? { measure: "feedback_share" as const, feedback: { ...feedback, value: "true" } }
      : { measure: "feedback_mean" as const, feedback };
  const links = [
    { words: "Scores", icon: MessageSquareHeart, href: feedbackOfTypePath(projectId, feedbackType) },
    {
      words: "Scored calls",
      icon: ListTree,
      href: measuredCallsPath(projectId, { measure: "feedback_count", feedback }),
    },
    ...(mayChange && scorer
      ? [
          { words: "Alert on these scores", icon: TriangleAlert, href: newAlertPath(projectId, metric, "") },
          { words: "Add to dashboard", icon: ChartColumn, href: addChartPath(projectId, metric, "") },
        ]
      : []),
  ];
  return (
    <nav aria-label="Scores" className="flex flex-wrap gap-1 pt-3">
      {links.map(({ words, icon: Icon, href }) => (
        <Link key={words} href={href} prefetch={false} className={buttonClass("secondary", "small")}>
          <Icon aria-hidden className="size-3.5" />
          {words}
        </Link>
      ))}
    </nav>
  );
}
