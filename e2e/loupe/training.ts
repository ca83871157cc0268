import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { z } from "zod";
import type { Client } from "@/lib/client/client";
import type { trajectory } from "@/lib/contract/training";
import { Loupe } from "./loupe";
import { test as base } from "./test";

const trainer = path.resolve(import.meta.dirname, "../programs/trainer.ts");

/**
 * The configuration with which a Loupe runs jobs with the tests' trainer; a job without events for four seconds fails.
 */
export const TRAINING = {
  LOUPE_TRAINING_RUNNER: JSON.stringify({
    type: "command",
    command: [process.execPath, "--import", "tsx", trainer],
    concurrency: 4,
    silence_limit_s: 4,
  }),
};

/** Playwright's test with a Loupe that trains. */
export const test = base.extend<{ gate: Gate }, object>({
  loupe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const loupe = await Loupe.place();
      try {
        await loupe.start("start", TRAINING);
        await use(loupe);
      } finally {
        await loupe.remove();
      }
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  gate: async ({}, use) => {
    const gate = new Gate();
    await use(gate);
    gate.remove();
  },
});

/** The file that a held trainer waits for. */
class Gate {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "loupe-gate-"));
  readonly file = path.join(this.#folder, "open");

  open(): void {
    writeFileSync(this.file, "");
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Settings {
  learning_rate?: number;
  steps?: number;
  hold_at?: number;
  gate?: string;
  is_silent?: boolean;
  fail_at?: number;
}

interface NewJob {
  project: string;
  /** Name of the trainable model, created if it does not exist. */
  model?: string;
  /** Rewards of the trajectories, group by group. */
  rewards: readonly (readonly number[])[];
  /** Calls that the first trajectory was taken from. */
  callRefs?: readonly string[];
  settings?: Settings;
}

/** Submits a job as a program would, and returns its id. */
export async function sendJob(service: Client, { project, model = "support", rewards, callRefs, settings }: NewJob) {
  const made = await service.request("trainedModelCreate", {
    project_id: project,
    name: model,
    base_model: "stand-in/base",
    return_existing: true,
  });
  const { id } = await service.request("trainingJobCreate", {
    model_id: made.id,
    experimental_config: { learning_rate: 0.5, steps: 30, ...settings },
    trajectory_groups: rewards.map((group, at) => ({
      trajectories: group.map((reward, place) =>
        trajectoryOf({ at, place, reward, callRefs: at === 0 && place === 0 ? callRefs : undefined }),
      ),
    })),
  });
  return id;
}

interface Place {
  at: number;
  place: number;
  reward: number;
  callRefs: readonly string[] | undefined;
}

function trajectoryOf({ at, place, reward, callRefs }: Place): z.input<typeof trajectory> {
  return {
    messages_and_choices: [
      { role: "user", content: `Where is parcel ${at + 1}?` },
      { role: "assistant", content: `It is in town ${place + 1}.` },
    ],
    reward,
    ...(callRefs ? { metadata: { call_refs: callRefs } } : {}),
  };
}

/** The trainer's own computation, repeated: the mean expected reward at a step of one group. */
export function expectedReward(rewards: readonly number[], step: number, learningRate: number): number {
  let likes = rewards.map(() => 0);
  for (let at = 1; ; at += 1) {
    const odds = likes.map((like) => Math.E ** like);
    const all = odds.reduce((sum, each) => sum + each, 0);
    const mean = rewards.reduce((sum, reward, index) => sum + (reward * (odds[index] ?? 0)) / all, 0);
    if (at === step) return mean;
    likes = likes.map(
      (like, index) => like + (learningRate * (odds[index] ?? 0) * ((rewards[index] ?? 0) - mean)) / all,
    );
  }
}
