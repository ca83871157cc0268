"use client";

import { useQuery } from "@tanstack/react-query";

import { InlineBanner } from "@/components/ui/inline-banner";
import { trainingRunner } from "@/lib/queries/training";

import { RunnerSetup } from "../../runner-setup";

/** Says before a job is submitted that nothing would run it. */
export function RunnerNote() {
  const { data: runner } = useQuery(trainingRunner());
  if (!runner || runner.runner !== undefined) return null;
  return (
    <InlineBanner tone="warning">
      <RunnerSetup />
    </InlineBanner>
  );
}
