import Link from "next/link";

import { buttonClass } from "@/components/ui/button";

/** Where to set up a runner, if there is none that starts jobs. */
export function RunnerSetup({ reason = "No training runner is set up. Jobs wait until there is one." }) {
  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 basis-60">
        {reason} On this machine: <code>pip install loupe-trainer</code> (from trainers/lora), name base models in{" "}
        <code>LOUPE_TRAINER_BASE_MODELS</code>, and restart. On Ray: set up the cluster in Settings with the entrypoint{" "}
        <code>loupe-train</code>.
      </p>
      <Link href="/settings/training-runner" className={buttonClass("secondary", "small")}>
        Training runner settings
      </Link>
    </div>
  );
}
