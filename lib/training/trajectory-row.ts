/** Where a piece of JSON stands in a file, bytes; `end` is behind it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is held of a trajectory while its text stays in its file. */
export interface TrajectoryRow extends ByteRange {
  /** As it is called in its file: `line 12`, `trajectory_groups[3].trajectories[0]`. */
  place: string;
  /** As its JSON says; absent where that says none. */
  reward: number | undefined;
  /** Where its JSON says that the reward is null. */
  nullReward?: ByteRange;
  messages: number;
  /** Estimated. */
  tokens: number;
  /** Hash of its messages, exactly as they are written. */
  said: string;
  /** Hash of those before the first answer. */
  opening: string;
  /** The beginning of what was asked. */
  title: string;
  /** Short values of its metadata, by name: what trajectories can be grouped by. */
  labels: Readonly<Record<string, string>>;
}

/** A group as it stands in a file. */
export interface ReadGroup extends ByteRange {
  place: string;
  trajectories: TrajectoryRow[];
}

/** Something in a file that cannot be sent. */
export interface ReadProblem {
  place: string;
  message: string;
}

/** What a piece of a file is. */
export type ReadUnit = { group: ReadGroup } | { trajectory: TrajectoryRow } | { problems: ReadProblem[] };
