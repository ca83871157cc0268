/** The byte range of a piece of JSON in a file; `end` is exclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The data of a trajectory that is kept while its text stays in its file. */
export interface TrajectoryRow extends ByteRange {
  /** Its name in the file: `line 12`, `trajectory_groups[3].trajectories[0]`. */
  place: string;
  /** As in its JSON; absent if missing there. */
  reward: number | undefined;
  /** The position of a reward that is null in its JSON. */
  nullReward?: ByteRange;
  messages: number;
  /** Estimated. */
  tokens: number;
  /** Hash of its messages, exactly as written. */
  messagesHash: string;
  /** Hash of the messages before the first answer. */
  opening: string;
  /** Hash of the system messages at its start; empty without any. */
  system: string;
  /** The beginning of the prompt. */
  title: string;
  /** Short metadata values, by name, by which trajectories can be grouped. */
  labels: Readonly<Record<string, string>>;
}

/** A group in a file. */
export interface ReadGroup extends ByteRange {
  place: string;
  trajectories: TrajectoryRow[];
}

/** An error in a file: a part that cannot be sent. */
export interface ReadProblem {
  place: string;
  message: string;
}

/** A parsed piece of a file. */
export type ReadUnit = { group: ReadGroup } | { trajectory: TrajectoryRow } | { problems: ReadProblem[] };
