import {
  Box,
  ChartColumn,
  CircleUser,
  Coins,
  Cpu,
  FlaskConical,
  Gauge,
  GraduationCap,
  KeyRound,
  ListTree,
  type LucideIcon,
  MessageSquareHeart,
  MessagesSquare,
  SlidersHorizontal,
  SquareFunction,
  Table2,
  TestTube,
  TriangleAlert,
} from "lucide-react";

interface Screen {
  /** The path segment after `/<entity>/<project>/`. */
  segment: string;
  /** Its label, the same everywhere. */
  label: string;
  icon: LucideIcon;
}

/** The screens of a project, in the order of the sidebar. To add a screen, add one line here. */
export const SCREENS: readonly Screen[] = [
  { segment: "calls", label: "Traces", icon: ListTree },
  { segment: "threads", label: "Threads", icon: MessagesSquare },
  { segment: "feedback", label: "Feedback", icon: MessageSquareHeart },
  { segment: "objects", label: "Objects", icon: Box },
  { segment: "ops", label: "Ops", icon: SquareFunction },
  { segment: "tables", label: "Tables", icon: Table2 },
  { segment: "costs", label: "Costs", icon: Coins },
  { segment: "dashboards", label: "Dashboards", icon: ChartColumn },
  { segment: "alerts", label: "Alerts", icon: TriangleAlert },
  { segment: "models", label: "Models", icon: Cpu },
  { segment: "playground", label: "Playground", icon: FlaskConical },
  { segment: "experiments", label: "Experiments", icon: TestTube },
  { segment: "scoring", label: "Scoring", icon: Gauge },
  { segment: "training", label: "Training", icon: GraduationCap },
  { segment: "privacy", label: "Privacy", icon: KeyRound },
];

/** The pages outside projects, with their addresses. */
export const PLACES: readonly (Omit<Screen, "segment"> & { href: string })[] = [
  { href: "/", label: "All projects", icon: Box },
  { href: "/settings/keys", label: "API keys", icon: KeyRound },
  { href: "/settings/people", label: "People", icon: CircleUser },
  { href: "/settings/model-servers", label: "Model servers", icon: Cpu },
  { href: "/settings/training-runner", label: "Training runner", icon: GraduationCap },
  { href: "/settings/audit", label: "Audit log", icon: ListTree },
  { href: "/settings/preferences", label: "Preferences", icon: SlidersHorizontal },
];
