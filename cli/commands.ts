import type { Run } from "./context";

/** An option; one without `value` is a switch. */
export interface Option {
  about: string;
  /** What the value is called in the help. */
  value?: string;
  short?: string;
  isMany?: true;
  /** The values there are, for completion. */
  choices?: readonly string[];
}

/** A command: its help, its completion and its documentation come from here. */
export interface Command {
  name: string;
  /** The words after it. */
  words?: string;
  summary: string;
  options: Readonly<Record<string, Option>>;
  examples: readonly string[];
  /** Loaded only when it runs. */
  load: () => Promise<{ run: Run }>;
}

/** Options of every command. */
export const SHARED_OPTIONS = {
  url: { value: "URL", about: "address of the service, in place of LOUPE_URL" },
  project: { value: "PROJECT", short: "p", about: "<entity>/<project>, in place of LOUPE_PROJECT" },
  json: { about: "write JSON lines, for programs" },
  help: { short: "h", about: "show this help" },
} as const satisfies Record<string, Option>;

const FILTER_OPTIONS = {
  range: { value: "RANGE", about: 'time range, such as "2h", "yesterday" or "since 20 Nov"' },
} as const satisfies Record<string, Option>;

const LIST_OPTIONS = {
  limit: { value: "N", short: "n", about: "list at most N (20 without it)" },
  all: { about: "list all, page by page" },
} as const satisfies Record<string, Option>;

const FILE_OPTIONS = {
  format: { value: "FORMAT", about: "jsonl (the default) or csv", choices: ["jsonl", "csv"] },
  output: { value: "FILE", short: "o", about: "write to a file in place of standard output" },
} as const satisfies Record<string, Option>;

const ID_WORDS = "ID";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: "traces",
    words: "[FILTER]",
    summary: "List traces, by the same filters as the dashboard",
    options: {
      calls: { about: "list calls, not only those at the root of a trace" },
      ...FILTER_OPTIONS,
      sort: { value: "FIELD[:asc|desc]", about: "order by a field, such as latency or cost:asc" },
      column: {
        value: "PATH",
        short: "c",
        isMany: true,
        about: "also show an attribute, or a value such as inputs.question",
      },
      ...LIST_OPTIONS,
    },
    examples: [
      "loupe traces 'status:error has(kind:tool) started>yesterday' --json",
      "loupe traces 'latency>2s' --sort latency -n 5",
      "loupe traces 'model:gpt-4o' --calls -c inputs.question --all",
    ],
    load: () => import("./commands/traces"),
  },
  {
    name: "trace",
    words: "ID [PATH]",
    summary: "Read a trace as text: its calls as a tree, or what is at a path, such as 1.2/output.choices[0]",
    options: {
      budget: { value: "N", about: "shorten it to at most N tokens, for a model to read" },
    },
    examples: [
      "loupe trace 4bf92f3577b34da6a3ce929d0e0e4736",
      "loupe trace 4bf92f3577b34da6a3ce929d0e0e4736 1.2",
      "loupe trace 4bf92f3577b34da6a3ce929d0e0e4736 1.2/output.choices[0].message",
      "loupe trace 4bf92f3577b34da6a3ce929d0e0e4736 --budget 2000",
    ],
    load: () => import("./commands/trace"),
  },
  {
    name: "tail",
    words: "[FILTER]",
    summary: "Show the newest traces, and with -f those that arrive",
    options: {
      follow: { short: "f", about: "go on until Ctrl+C; a trace that is running is shown again when it has ended" },
      calls: { about: "show calls, not only those at the root of a trace" },
      limit: { value: "N", short: "n", about: "begin with the last N (10 without it)" },
    },
    examples: ["loupe tail -f", "loupe tail -f 'status:error' --json | jq .op_name"],
    load: () => import("./commands/tail"),
  },
  {
    name: "feedback",
    words: "[ID]",
    summary: "List feedback, of the project or on one call or trace",
    options: {
      type: {
        value: "TYPE",
        about: "only this type: reaction, note, comment, correction, an annotation, or any other",
      },
      by: { value: "NAME", about: "only from people whose name contains this" },
      text: { value: "TEXT", about: "only with this text" },
      ...FILTER_OPTIONS,
      ...LIST_OPTIONS,
    },
    examples: [
      "loupe feedback --type note --range today",
      "loupe feedback 01a1f81d-80ae-722a-8b6d-d47017ea095f --json",
    ],
    load: () => import("./commands/feedback"),
  },
  {
    name: "feedback add",
    words: ID_WORDS,
    summary: "Give feedback on a call, or on the root of a trace",
    options: {
      reaction: { value: "EMOJI", about: "react with an emoji" },
      note: { value: "TEXT", about: "add a note" },
      answer: { value: "NAME=VALUE", isMany: true, about: "answer an annotation; your earlier answer is replaced" },
    },
    examples: [
      "loupe feedback add 4bf92f3577b34da6a3ce929d0e0e4736 --reaction 👎 --note 'Wrong order' --answer quality=bad",
    ],
    load: () => import("./commands/feedback-add"),
  },
  {
    name: "export traces",
    words: "[FILTER]",
    summary: "Export the root calls of traces, whole; see `export calls` for all calls",
    options: { ...FILTER_OPTIONS, ...FILE_OPTIONS },
    examples: ["loupe export traces 'feedback:👎' -o rated.jsonl"],
    load: async () => ({ run: (await import("./commands/export-calls")).runTraces }),
  },
  {
    name: "export calls",
    words: "[FILTER]",
    summary: "Export calls, whole",
    options: { ...FILTER_OPTIONS, ...FILE_OPTIONS },
    examples: ["loupe export calls 'kind:llm' --range yesterday --format csv -o calls.csv"],
    load: () => import("./commands/export-calls"),
  },
  {
    name: "export trace",
    words: ID_WORDS,
    summary: "Export all calls of one trace, as they were sent",
    options: { output: FILE_OPTIONS.output },
    examples: ["loupe export trace 4bf92f3577b34da6a3ce929d0e0e4736 > trace.jsonl"],
    load: () => import("./commands/export-trace"),
  },
  {
    name: "export feedback",
    summary: "Export feedback",
    options: {
      type: { value: "TYPE", about: "only this type, as in `loupe feedback`" },
      ...FILTER_OPTIONS,
      ...FILE_OPTIONS,
    },
    examples: ["loupe export feedback --type quality --format csv > quality.csv"],
    load: () => import("./commands/export-feedback"),
  },
  {
    name: "export table",
    words: "TABLE",
    summary: "Export a stored table, by the name of its dataset (NAME or NAME:VERSION) or its digest",
    options: { ...FILE_OPTIONS },
    examples: ["loupe export table golden:production --format csv -o golden.csv"],
    load: () => import("./commands/export-table"),
  },
  {
    name: "prompt pull",
    words: "[NAME[:VERSION]]",
    summary: "Write a prompt, or all prompts of the project, to files",
    options: {
      all: { about: "all prompts, each in its latest version or the one with --label" },
      label: { value: "LABEL", about: "with --all: the versions with this label; prompts without it are left out" },
      format: { value: "FORMAT", about: "json (the default) or md", choices: ["json", "md"] },
      output: {
        value: "FOLDER",
        short: "o",
        about: "write to this folder (prompts without it); - for standard output",
      },
    },
    examples: ["loupe prompt pull support:production", "loupe prompt pull --all --label production -o prompts"],
    load: () => import("./commands/prompt-pull"),
  },
  {
    name: "run",
    words: "[FILE]",
    summary: "Run an experiment, wait for it, and fail if it misses a threshold",
    options: {
      prompt: { value: "NAME[:VERSION]", about: "prompt to run" },
      table: { value: "TABLE", about: "dataset (NAME or NAME:VERSION) or digest of a table" },
      model: { value: "MODEL", about: "model, in place of the prompt's" },
      scorer: { value: "NAME", isMany: true, about: "score the answers" },
      sample: { value: "N", about: "run N rows, the same in every experiment" },
      repetitions: { value: "N", about: "run each row N times" },
      parallel: { value: "N", about: "send at most N requests at once" },
      budget: { value: "USD", about: "pause at this cost, which fails" },
      name: { value: "NAME", about: "name of the experiment" },
      attach: { value: "ID", about: "wait for an experiment that exists, in place of a new one" },
      "fail-under": { value: "SCORE=VALUE", isMany: true, about: "fail if the mean of a score is less" },
      "fail-over": { value: "SCORE=VALUE", isMany: true, about: "fail if it is more, as for a latency" },
      "max-failures": { value: "N", about: "fail if more rows have failed (0 without it)" },
      "max-loss": { value: "SCORE=VALUE", isMany: true, about: "fail if a score is so much worse than the baseline's" },
      baseline: { value: "ID", about: "compare with this experiment in place of the pinned one" },
      junit: { value: "FILE", about: "write a JUnit XML file: a test for each threshold and each row" },
    },
    examples: [
      "loupe run --prompt support:production --table golden --scorer exact --fail-under exact=0.9",
      "loupe run experiment.json --max-loss exact=0.02 --junit results.xml",
    ],
    load: () => import("./commands/run"),
  },
  {
    name: "open",
    words: ID_WORDS,
    summary: "Print the address of a trace, a call or an experiment in the dashboard, and open it in a browser",
    options: { print: { about: "only print it" } },
    examples: ["loupe open 4bf92f3577b34da6a3ce929d0e0e4736"],
    load: () => import("./commands/open"),
  },
  {
    name: "login",
    summary: "Ask for the address of a service and an API key, check both and store them",
    options: {},
    examples: ["loupe login", "printf '%s\\n' \"$KEY\" | loupe login --url https://loupe.example.com"],
    load: () => import("./commands/login"),
  },
  {
    name: "logout",
    summary: "Remove the stored address and key",
    options: {},
    examples: ["loupe logout"],
    load: () => import("./commands/logout"),
  },
  {
    name: "whoami",
    summary: "Show the owner, the roles and the project of the key in use",
    options: {},
    examples: ["loupe whoami"],
    load: () => import("./commands/whoami"),
  },
  {
    name: "completion",
    words: "SHELL",
    summary: "Print a script that completes commands and options in bash, zsh or fish",
    options: {},
    examples: ['eval "$(loupe completion bash)"'],
    load: () => import("./commands/completion"),
  },
];

/** The command that the first words name, and the arguments after it; undefined if there is none. */
export function findCommand(args: readonly string[]): { command: Command; rest: string[] } | undefined {
  const [first = "", second = ""] = args;
  const long = COMMANDS.find(({ name }) => name === `${first} ${second}`);
  if (long) return { command: long, rest: args.slice(2) };
  const short = COMMANDS.find(({ name }) => name === first);
  return short && { command: short, rest: args.slice(1) };
}
