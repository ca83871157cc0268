import { CALL_LABELS } from "./call-labels";
import type { ByteRange, ReadGroup, TrajectoryRow } from "./trajectory-row";

/** What was found in one file; its text stays there. */
export interface ReadFile {
  groups: readonly ReadGroup[];
  /** Trajectories that stand in no group. */
  loose: readonly TrajectoryRow[];
}

/** What makes a group of trajectories that stand in none: the same opening, the same label, or being there at all. */
export type GroupBy = { by: "opening" } | { by: "label"; name: string } | { by: "nothing" };

export interface DraftTrajectory extends TrajectoryRow {
  /** Unlike any other's. */
  key: string;
  /** Index of its file. */
  file: number;
}

/** A group that may be sent. */
export interface DraftGroup {
  key: string;
  title: string;
  /** Where it stands as a whole, when it was a group in its file already. */
  whole?: ByteRange & { file: number };
  /** As it is called in its file, or what its trajectories have in common. */
  place: string;
  trajectories: readonly DraftTrajectory[];
}

/** Every group in the files, and those that the loose trajectories make, in the order of their first trajectory. */
export function draftGroups(files: readonly ReadFile[], groupBy: GroupBy): DraftGroup[] {
  const groups: DraftGroup[] = [];
  const made = new Map<string, DraftTrajectory[]>();
  for (const [file, { groups: found, loose }] of files.entries()) {
    for (const { start, end, place, trajectories } of found) {
      const drafts = trajectories.map((row) => draftOf(row, file));
      groups.push({
        key: `${file} ${start}`,
        title: drafts[0]?.title ?? "",
        whole: { file, start, end },
        place,
        trajectories: drafts,
      });
    }
    for (const row of loose) {
      const key = keyOf(row, groupBy);
      const draft = draftOf(row, file);
      const known = made.get(key);
      if (known) known.push(draft);
      else made.set(key, [draft]);
    }
  }
  for (const [key, trajectories] of made)
    groups.push({
      key: `made ${key}`,
      title: trajectories[0]?.title ?? "",
      place: placeOf(trajectories, groupBy),
      trajectories,
    });
  return groups;
}

/** Names of the labels that loose trajectories have, the commonest first. */
export function labelNames(files: readonly ReadFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { loose } of files)
    for (const { labels } of loose)
      for (const name of Object.keys(labels)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}

function draftOf(row: TrajectoryRow, file: number): DraftTrajectory {
  return { ...row, key: trajectoryKey(file, row.start), file };
}

/** The key of the trajectory that begins at a place of a file, bytes. */
export function trajectoryKey(file: number, start: number): string {
  return `${file} ${start}`;
}

/** One without the label makes a group with the others that lack it. */
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
