// A trainer as a user writes it: reads its job, learns which trajectories have a higher reward than the others of their
// group, and reports its progress in JSON lines.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";

const { LOUPE_JOB_REQUEST = "", LOUPE_JOB_FOLDER = "", LOUPE_JOB_MODEL = "" } = process.env;

const job = z.object({
  trajectory_groups: z.array(z.object({ trajectories: z.array(z.object({ reward: z.number() })) })),
  experimental_config: z.object({
    learning_rate: z.number(),
    steps: z.int(),
    /** Stops before this step until the file `gate` is there. */
    hold_at: z.int().optional(),
    gate: z.string().optional(),
    /** Prints nothing at all while it is held. */
    is_silent: z.boolean().optional(),
    /** Ends with an error before this step. */
    fail_at: z.int().optional(),
  }),
});

const { trajectory_groups: groups, experimental_config: config } = job.parse(
  JSON.parse(readFileSync(LOUPE_JOB_REQUEST, "utf8")),
);
const say = (type: string, data: object) => console.log(JSON.stringify({ type, data }));

const HELD_MS = 20;
const HEARTBEATS = 25;
const STEP_MS = 20;

async function hold(gate: string): Promise<void> {
  // The folder is deleted with the Loupe that started it.
  for (let times = 0; !existsSync(gate) && existsSync(LOUPE_JOB_FOLDER); times += 1) {
    if (!config.is_silent && times % HEARTBEATS === 0) say("log", { text: "still held", stream: "stdout" });
    await wait(HELD_MS);
  }
}

/** The probability of each trajectory, for a policy that has one preference per trajectory. */
function policyOf(preferences: readonly number[]): number[] {
  const weights = preferences.map(Math.exp);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const learners = groups.map(({ trajectories }) => {
  const rewards = trajectories.map(({ reward }) => reward);
  return { rewards, preferences: rewards.map(() => 0) };
});

say("training_started", { total_steps: config.steps });
for (let step = 1; step <= config.steps; step += 1) {
  if (step === config.hold_at && config.gate) await hold(config.gate);
  if (step === config.fail_at) {
    console.error("Traceback: the loss is not a number");
    process.exit(3);
  }
  const expected = learners.map((learner) => {
    const policy = policyOf(learner.preferences);
    const mean = policy.reduce((sum, share, at) => sum + share * (learner.rewards[at] ?? 0), 0);
    learner.preferences = learner.preferences.map(
      (preference, at) => preference + config.learning_rate * (policy[at] ?? 0) * ((learner.rewards[at] ?? 0) - mean),
    );
    return mean;
  });
  const reward = expected.reduce((sum, mean) => sum + mean, 0) / expected.length;
  say("gradient_step", { step, total_steps: config.steps, reward, loss: -reward });
  console.log(`step ${step} of ${config.steps}`);
  if (step % 10 === 0) say("checkpoint", { step, model: `${LOUPE_JOB_MODEL}:${step}`, metrics: { reward } });
  await wait(STEP_MS);
}
say("training_ended", { model: `${LOUPE_JOB_MODEL}:${config.steps}` });
