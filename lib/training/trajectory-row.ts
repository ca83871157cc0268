/** The byte range of a piece of JSON in a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What is held of a trajectory while its text stays in its file. */
export interface TrajectoryRow extends ByteRange {
  /** As it is called in its file: `line 12`, `trajectory_groups[3].trajectories[0]`. */
  place: string;
  /** As in its JSON; absent where that has none. */
  reward: number | undefined;
  /** Where the reward is null in its JSON. */
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
