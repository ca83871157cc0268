import {
  Box,
  ChartColumn,
  CircleUser,
  Coins,
  Cpu,
  FlaskConical,
  Gauge,
  GraduationCap,
  House,
  KeyRound,
  ListChecks,
  ListTree,
  Lock,
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
  /** Those after `/<entity>/<project>/`; the project's home has none. */
  segments: string[];
  /** Its label, the same everywhere. */
  label: string;
  icon: LucideIcon;
  /** What other products call it, or what is on it: the command palette finds it by these words. */
  words?: string[];
}

interface ScreenGroup {
  /** Without a name, its screens stand first and are never folded. */
  name?: string;
  screens: readonly Screen[];
}

/** The screens of a project by what people come for, in the order of the sidebar. To add a screen, add one line here. */
export const SCREEN_GROUPS: readonly ScreenGroup[] = [
  { screens: [{ segments: [], label: "Home", icon: House, words: ["overview", "project", "start"] }] },
  {
    name: "Observe",
    screens: [
      {
        segments: ["calls"],
        label: "Traces",
        icon: ListTree,
        words: ["calls", "spans", "logs", "runs", "observations", "errors", "failures"],
      },
      { segments: ["threads"], label: "Threads", icon: MessagesSquare, words: ["sessions", "conversations", "users"] },
      { segments: ["costs"], label: "Costs", icon: Coins, words: ["prices", "tokens", "usage", "spend", "money"] },
      { segments: ["dashboards"], label: "Dashboards", icon: ChartColumn, words: ["charts", "metrics", "monitoring"] },
      { segments: ["alerts"], label: "Alerts", icon: TriangleAlert, words: ["webhooks", "notifications", "monitors"] },
    ],
  },
  {
    name: "Review",
    screens: [
      {
        segments: ["feedback"],
        label: "Feedback",
        icon: MessageSquareHeart,
        words: ["scores", "annotations", "labels", "notes"],
      },
      {
        segments: ["feedback", "queues"],
        label: "Queues",
        icon: ListChecks,
        words: ["annotation", "review", "labeling"],
      },
    ],
  },
  {
    name: "Improve",
    screens: [
      {
        segments: ["playground"],
        label: "Playground",
        icon: FlaskConical,
        words: ["chat", "try", "models", "prompts"],
      },
      {
        segments: ["experiments"],
        label: "Experiments",
        icon: TestTube,
        words: ["evaluations", "evals", "runs", "leaderboard"],
      },
      {
        segments: ["scoring"],
        label: "Scoring",
        icon: Gauge,
        words: ["scorers", "evaluators", "judges", "online evaluations", "rules"],
      },
      { segments: ["tables"], label: "Tables", icon: Table2, words: ["datasets", "test cases", "examples"] },
      {
        segments: ["training"],
        label: "Training",
        icon: GraduationCap,
        words: ["fine-tuning", "reinforcement learning", "jobs"],
      },
    ],
  },
  {
    name: "Project",
    screens: [
      { segments: ["models"], label: "Models", icon: Cpu, words: ["model", "usage", "latency"] },
      {
        segments: ["objects"],
        label: "Objects",
        icon: Box,
        words: ["prompts", "versions", "scorers", "datasets", "models"],
      },
      { segments: ["ops"], label: "Ops", icon: SquareFunction, words: ["functions", "operations", "code"] },
      {
        segments: ["privacy"],
        label: "Privacy",
        icon: Lock,
        words: ["settings", "masking", "retention", "erasure", "delete"],
      },
    ],
  },
];

export const SCREENS: readonly Screen[] = SCREEN_GROUPS.flatMap(({ screens }) => screens);

/** The pages outside projects, with their addresses. */
export const PLACES: readonly (Omit<Screen, "segments"> & { href: string })[] = [
  { href: "/", label: "All projects", icon: Box },
  { href: "/settings/keys", label: "API keys", icon: KeyRound },
  { href: "/settings/people", label: "People", icon: CircleUser },
  { href: "/settings/model-servers", label: "Model servers", icon: Cpu },
  { href: "/settings/training-runner", label: "Training runner", icon: GraduationCap },
  { href: "/settings/audit", label: "Audit log", icon: ListTree },
  { href: "/settings/preferences", label: "Preferences", icon: SlidersHorizontal },
];
