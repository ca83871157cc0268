"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import type { ShownRunner, TrainingRunnerRead } from "@/lib/contract/training-runner";

import { RemoveRunner } from "./remove-runner";
import { RunnerCheck } from "./runner-check";
import { RunnerFacts } from "./runner-facts";
import { RunnerForm } from "./runner-form";

const command = `LOUPE_TRAINING_RUNNER='{"type": "command", "command": ["python3", "train.py"]}'`;

/** What is set up, whether it responds, and how to change it. */
export function RunnerOverview({ setup }: { setup: TrainingRunnerRead }) {
  const { source, runner, unused } = setup;
  if (source === "environment" && runner) return <FixedRunner runner={runner} unused={unused} />;
  if (source === "found" && runner) return <FoundRunner runner={runner} />;
  if (runner) return <StoredRunner runner={runner} />;
  return (
    <>
      <InlineBanner>No training runner is set up. Jobs wait until there is one.</InlineBanner>
      <section className="grid gap-3">
        <h2 className="font-semibold">Set up a runner</h2>
        <RunnerForm runner={undefined} />
      </section>
      <CommandNote />
    </>
  );
}

/** A trainer that is used because it is installed; a runner that is set up here precedes it. */
function FoundRunner({ runner }: { runner: ShownRunner }) {
  return (
    <>
      <section className="grid gap-3">
        <h2 className="sr-only">Runner in use</h2>
        <RunnerFacts runner={runner} />
      </section>
      <InlineBanner>
        <code>loupe-train</code> is installed on the service’s machine and runs the jobs. It trains the base models that
        are listed in <code>LOUPE_TRAINER_BASE_MODELS</code>. A runner that is set up here takes precedence.
      </InlineBanner>
      <section className="grid gap-3">
        <h2 className="font-semibold">Set up a runner</h2>
        <RunnerForm runner={undefined} />
      </section>
    </>
  );
}

function StoredRunner({ runner }: { runner: ShownRunner }) {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      {runner.problem && <InlineBanner tone="error">{runner.problem}</InlineBanner>}
      {isEditing ? (
        <section className="grid gap-3">
          <h2 className="font-semibold">Change the runner</h2>
          <p className="text-muted">
            Jobs that are running stay at the current address. Changes take effect within two seconds, without a
            restart.
          </p>
          <RunnerForm runner={runner} onDone={() => setEditing(false)} onCancel={() => setEditing(false)} />
        </section>
      ) : (
        <section className="grid gap-3">
          <h2 className="sr-only">Runner in use</h2>
          <RunnerFacts runner={runner} />
          {!runner.problem && <RunnerCheck key={runner.revision} />}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setEditing(true)}>Change runner</Button>
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Remove runner
            </Button>
          </div>
        </section>
      )}
      <CommandNote />
      {isRemoving && <RemoveRunner runner={runner} onClose={() => setRemoving(false)} />}
    </>
  );
}

function FixedRunner({ runner, unused }: { runner: ShownRunner; unused: ShownRunner | undefined }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <section className="grid gap-3">
        <h2 className="sr-only">Runner in use</h2>
        <RunnerFacts runner={runner} />
        {runner.type !== "command" && <RunnerCheck />}
      </section>
      <InlineBanner>
        It is set in the environment variable <code>LOUPE_TRAINING_RUNNER</code> by the owner of the service’s machine,
        and cannot be changed here. To change it, the owner changes the variable and restarts the service. Without the
        variable, a Ray cluster or another service can be set up here.
      </InlineBanner>
      {unused && (
        <InlineBanner
          tone="warning"
          action={
            <Button size="small" onClick={() => setRemoving(true)}>
              Remove stored runner
            </Button>
          }
        >
          A runner at <bdi>{unused.address}</bdi> is also stored. No jobs are started on it while the variable is set.
        </InlineBanner>
      )}
      {isRemoving && unused && <RemoveRunner runner={unused} onClose={() => setRemoving(false)} />}
    </>
  );
}

/** A command runs on the machine of the service, so that nobody else may set one. */
function CommandNote() {
  return (
    <section className="grid gap-2">
      <h2 className="font-semibold">A program on the service’s machine</h2>
      <p className="text-muted">
        Only the owner of the machine can set a command, in the environment variable <code>LOUPE_TRAINING_RUNNER</code>.
        It takes precedence over what is set up here.
      </p>
      <CodeBlock label="Variable for a program" code={command} wrap />
    </section>
  );
}
