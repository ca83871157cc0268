import {
  Box,
  Coins,
  FlaskConical,
  ListTree,
  MessagesSquare,
  SquareFunction,
  Table2,
  type LucideIcon,
} from "lucide-react";

interface Screen {
  /** The path segment behind `/<entity>/<project>/`. */
  segment: string;
  /** The word for it, the same everywhere. */
  label: string;
  icon: LucideIcon;
}

/** The screens of a project, in the order of the rail. A new screen is one line here. */
export const SCREENS: readonly Screen[] = [
  { segment: "calls", label: "Traces", icon: ListTree },
  { segment: "threads", label: "Threads", icon: MessagesSquare },
  { segment: "objects", label: "Objects", icon: Box },
  { segment: "ops", label: "Ops", icon: SquareFunction },
  { segment: "tables", label: "Tables", icon: Table2 },
  { segment: "costs", label: "Costs", icon: Coins },
  { segment: "playground", label: "Playground", icon: FlaskConical },
];
