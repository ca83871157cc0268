import type { JsonText } from "@/lib/json/text";
import type { DraftTrajectory } from "./draft-groups";
import type { CheckedGroup, CheckedTrajectory } from "./preflight";
import type { ByteRange } from "./trajectory-row";

/** A piece of a body: text, or a byte range of a file. */
export type BodyPart = string | (ByteRange & { file: number });

/** The fields of a job other than its groups. */
export interface JobFrame {
  modelId: string;
  config: JsonText;
}

/**
 * The body of a training job as its pieces. Trajectories are sent byte for byte as in their files, except that missing
 * rewards are added.
 */
export function* jobBody({ modelId, config }: JobFrame, groups: readonly CheckedGroup[]): Generator<BodyPart> {
  yield `{"model_id":${JSON.stringify(modelId)},"experimental_config":${config.text},"trajectory_groups":[`;
  let isFirst = true;
  for (const group of groups) {
    if (!group.isSent) continue;
    if (!isFirst) yield ",";
    isFirst = false;
    yield* groupBody(group);
  }
  yield "]}";
}

/** The groups that `jobBody` writes, in order: an index in one of the service's errors refers to these. */
export function sentGroups(
  groups: readonly CheckedGroup[],
): { group: CheckedGroup; trajectories: CheckedTrajectory[] }[] {
  return groups
    .filter(({ isSent }) => isSent)
    .map((group) => ({ group, trajectories: group.trajectories.filter(isCounted) }));
}

const isCounted = ({ advantage }: CheckedTrajectory) => advantage !== undefined;

function* groupBody({ group: { whole, trajectories: all }, trajectories }: CheckedGroup): Generator<BodyPart> {
  const sent = trajectories.filter(isCounted);
  const isAsItWas = sent.length === all.length && sent.every(({ trajectory, reward }) => trajectory.reward === reward);
  if (whole && isAsItWas) {
    yield whole;
    return;
  }
  // The group's other members are before its first trajectory and after its last.
  yield whole ? { ...whole, end: all[0]?.start ?? whole.end } : '{"trajectories":[';
  for (const [index, { trajectory, reward }] of sent.entries()) {
    if (index > 0) yield ",";
    if (trajectory.reward === reward || reward === undefined) yield rangeOf(trajectory);
    else yield* withReward(trajectory, JSON.stringify(reward));
  }
  yield whole ? { ...whole, start: all.at(-1)?.end ?? whole.start } : "]}";
}

/** A trajectory's JSON is an object that is not empty, so a member can be inserted after its opening brace. */
function* withReward(trajectory: DraftTrajectory, reward: string): Generator<BodyPart> {
  const { file, start, end, nullReward } = trajectory;
  if (nullReward) {
    yield { file, start, end: nullReward.start };
    yield reward;
    yield { file, start: nullReward.end, end };
  } else {
    yield `{"reward":${reward},`;
    yield { file, start: start + 1, end };
  }
}

function rangeOf({ file, start, end }: DraftTrajectory): BodyPart {
  return { file, start, end };
}
