import { type Command, COMMANDS, SHARED_OPTIONS } from "./commands";

/** A script that completes the words of commands, and after them the names of their options. */
export function completionScript(shell: "bash" | "zsh" | "fish"): string {
  if (shell === "fish") return fishScript();
  const cases = COMMANDS.toSorted((a, b) => b.name.length - a.name.length)
    .map((command) => `    "${command.name}"*) words="${optionsOf(command).join(" ")}" ;;`)
    .join("\n");
  const groups = [...groupsOf()].map(([word, more]) => `    "${word}") words="${more.join(" ")}" ;;`).join("\n");
  const script = `_loupe() {
  local words typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}"
  case "$typed" in
    "") words="${firstWords().join(" ")}" ;;
${groups}
${cases}
    *) words="" ;;
  esac
  [[ $current == -* || $typed == "" || $words != -* ]] || words=""
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _loupe loupe
`;
  return shell === "zsh" ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

function fishScript(): string {
  const lines = COMMANDS.flatMap((command) => {
    const [first = "", second] = command.name.split(" ");
    const seen = second === undefined ? first : `${first}; and __fish_seen_subcommand_from ${second}`;
    const word =
      second === undefined
        ? `complete -c loupe -n __fish_use_subcommand -a ${first} -d ${quoted(command.summary)}`
        : `complete -c loupe -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(command.summary)}`;
    const options = Object.entries({ ...command.options, ...SHARED_OPTIONS }).map(
      ([name, { about }]) =>
        `complete -c loupe -n '__fish_seen_subcommand_from ${seen}' -l ${name} -d ${quoted(about)}`,
    );
    return [word, ...options];
  });
  return `${lines.join("\n")}\n`;
}

function firstWords(): string[] {
  return [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0] ?? ""))];
}

/** The second words of each first word that has some. */
function groupsOf(): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of COMMANDS) {
    const [first = "", second] = name.split(" ");
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  return groups;
}

function optionsOf({ options }: Command): string[] {
  return Object.keys({ ...options, ...SHARED_OPTIONS }).map((name) => `--${name}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
