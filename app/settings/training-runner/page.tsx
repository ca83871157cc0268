import type { Metadata } from "next";

import { ReadAhead } from "@/app/read-ahead";
import { TrainingRunnerScreen } from "@/components/settings/training-runner/training-runner-screen";
import { requireSession } from "@/lib/auth/session";
import { ownKey } from "@/lib/queries/keys";
import { runnerSetup } from "@/lib/queries/training-runner";

export const metadata: Metadata = { title: "Training runner" };

export default async function TrainingRunnerPage() {
  const { serviceName } = await requireSession("/settings/training-runner");
  return (
    <ReadAhead
      read={(cache, client) => [cache.prefetchQuery(ownKey(client)), cache.prefetchQuery(runnerSetup(client))]}
    >
      <TrainingRunnerScreen serviceName={serviceName} />
    </ReadAhead>
  );
}
