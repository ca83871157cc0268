import { CALL_LABELS } from "./call-labels";
import { inSteps, type Steps } from "./steps";
import type { ByteRange, ReadGroup, TrajectoryRow } from "./trajectory-row";

/** A group as written in its file. */
export type FoundGroup = ReadGroup & { trajectories: readonly DraftTrajectory[] };

/** The content of one file, whose text is not kept. */
export interface ReadFile {
  groups: readonly FoundGroup[];
  /** Trajectories without a group. */
  loose: readonly DraftTrajectory[];
}

/** How ungrouped trajectories are grouped: by the same prompt, by the same label, or all together. */
export type GroupBy = { by: "opening" } | { by: "label"; name: string } | { by: "nothing" };

export interface DraftTrajectory extends TrajectoryRow {
  key: string;
  /** Id of its file. */
  file: number;
}

/** A group that may be sent. */
export interface DraftGroup {
  key: string;
  title: string;
  /** The position of the whole group, if it was a group in its file. */
  whole?: ByteRange & { file: number };
  /** The group's name in its file, or what its trajectories have in common. */
  place: string;
  trajectories: readonly DraftTrajectory[];
  /** Trajectories whose messages occur earlier in it. */
  repeated: number;
}

/** All groups, and duplicates among their messages. */
export interface Drafts {
  groups: readonly DraftGroup[];
  /** Names of the labels of ungrouped trajectories, the most common first. */
  labels: readonly string[];
  /** Trajectories whose messages occur earlier in their own group. */
  repeated: number;
  /** Trajectories whose messages also occur in another group. */
  shared: number;
  /** Different system prompts, and trajectories without one. */
  systems: number;
  withoutSystem: number;
  /** Different models that answered, and different ops, as far as the trajectories say. */
  models: number;
  ops: number;
}

export const NO_DRAFTS: Drafts = {
  groups: [],
  labels: [],
  repeated: 0,
  shared: 0,
  systems: 0,
  withoutSystem: 0,
  models: 0,
  ops: 0,
};

/** Every group in the files, and those made from ungrouped trajectories, in the order of their first trajectory. */
export function* draftGroups(files: readonly ReadFile[], groupBy: GroupBy): Steps<Drafts> {
  const groups: DraftGroup[] = [];
  const made = new Map<string, DraftTrajectory[]>();
  const labels = new Map<string, number>();
  for (const { groups: found, loose } of files) {
    yield* inSteps(found, (group) => groups.push(foundGroup(group)));
    yield* inSteps(loose, (row) => {
      for (const name of Object.keys(row.labels)) labels.set(name, (labels.get(name) ?? 0) + 1);
      const key = keyOf(row, groupBy);
      const known = made.get(key);
      if (known) known.push(row);
      else made.set(key, [row]);
    });
  }
  yield* inSteps([...made], ([key, trajectories]) => groups.push(madeGroup(key, trajectories, groupBy)));
  const byCount = [...labels].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
  return { groups, labels: byCount, ...(yield* countRepeats(groups)), ...mixedIn(groups) };
}

function foundGroup({ start, end, place, trajectories }: FoundGroup): DraftGroup {
  const [first] = trajectories;
  return {
    key: `${first?.file} group ${start}`,
    title: first?.title ?? "",
    whole: { file: first?.file ?? 0, start, end },
    place,
    trajectories,
    repeated: repeatsIn(trajectories),
  };
}

function madeGroup(key: string, trajectories: readonly DraftTrajectory[], groupBy: GroupBy): DraftGroup {
  return {
    key: `made ${key}`,
    title: trajectories[0]?.title ?? "",
    place: placeOf(trajectories, groupBy),
    trajectories,
    repeated: repeatsIn(trajectories),
  };
}

function repeatsIn(trajectories: readonly TrajectoryRow[]): number {
  return trajectories.length - new Set(trajectories.map(({ messagesHash }) => messagesHash)).size;
}

function* countRepeats(groups: readonly DraftGroup[]): Steps<Pick<Drafts, "repeated" | "shared">> {
  let [repeated, shared] = [0, 0];
  /** By hash of the messages: the index of the group that has them, or -1 for several. */
  const groupOf = new Map<string, number>();
  yield* inSteps(groups, (group, index) => {
    repeated += group.repeated;
    for (const { messagesHash } of group.trajectories) {
      const known = groupOf.get(messagesHash);
      groupOf.set(messagesHash, known === undefined || known === index ? index : -1);
    }
  });
  yield* inSteps(groups, ({ trajectories }) => {
    for (const { messagesHash } of trajectories) if (groupOf.get(messagesHash) === -1) shared += 1;
  });
  return { repeated, shared };
}

function mixedIn(groups: readonly DraftGroup[]): Pick<Drafts, "systems" | "withoutSystem" | "models" | "ops"> {
  const all = groups.flatMap(({ trajectories }) => trajectories);
  const different = (values: readonly (string | undefined)[]) => new Set(values.filter(Boolean)).size;
  return {
    systems: different(all.map(({ system }) => system)),
    withoutSystem: all.filter(({ system }) => system === "").length,
    models: different(all.map(({ labels }) => labels.model)),
    ops: different(all.map(({ labels }) => labels.op_name)),
  };
}

/** A trajectory that was read, of the file with this id. */
export function draftOf(row: TrajectoryRow, file: number): DraftTrajectory {
  return Object.assign(row, { file, key: `${file} ${row.start}` });
}

/** Trajectories without the label form a group. */
function keyOf({ opening, labels }: TrajectoryRow, groupBy: GroupBy): string {
  switch (groupBy.by) {
    case "opening":
      return `opening ${opening}`;
    case "label":
      return Object.hasOwn(labels, groupBy.name) ? `label ${labels[groupBy.name]}` : "no label";
    case "nothing":
      return "all";
  }
}

function placeOf([first, ...more]: readonly DraftTrajectory[], groupBy: GroupBy): string {
  if (!first) return "";
  if (groupBy.by === "label" && groupBy.name !== CALL_LABELS.input)
    return `${groupBy.name}: ${first.labels[groupBy.name] ?? "none"}`;
  return more.length === 0 ? first.place : `${first.place} and ${more.length} more`;
}
