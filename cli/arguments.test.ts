import { describe, expect, it } from "vitest";
import { readArguments } from "./arguments";
import { COMMANDS, findCommand, SHARED_OPTIONS } from "./commands";
import { commandHelp, overview, unknownCommand } from "./help";
import { completionScript } from "./completion";

const read = (...args: string[]) => {
  const found = findCommand(args);
  if (!found) throw new Error("no such command");
  return { name: found.command.name, given: readArguments(found.command, found.rest) };
};

describe("arguments", () => {
  it("finds a command of two words before one of one", () => {
    expect(read("feedback", "add", "7f3a", "--note", "a").name).toBe("feedback add");
    expect(read("feedback", "7f3a").given.words).toEqual(["7f3a"]);
  });

  it("reads words, switches, values and lists", () => {
    const { given } = read("traces", "status:error", "latency>2s", "-n", "5", "--all", "-c", "a.b", "-c", "c.d");
    expect([given.words, given.count("limit", 20), given.is("all"), given.is("json"), given.texts("column")]).toEqual([
      ["status:error", "latency>2s"],
      5,
      true,
      false,
      ["a.b", "c.d"],
    ]);
  });

  it("takes a filter that begins with a minus after --", () => {
    expect(read("traces", "--json", "--", "-status:error").given.words).toEqual(["-status:error"]);
  });

  it.each([
    [["traces", "--limt", "5"], "There is no option --limt; see `loupe traces --help`."],
    [["login", "--key=lp_secret"], "There is no option --key; see `loupe login --help`."],
    [["traces", "--limit"], "Option '-n, --limit <value>' argument missing; see `loupe traces --help`."],
  ])("%j: %s", (args, message) => {
    expect(() => read(...args)).toThrow(expect.objectContaining({ message, status: 2 }));
  });

  it.each(["0", "-1", "1.5", "1e3", "x", ""])("--limit=%s is not a number of rows", (text) => {
    const { given } = read("traces", `--limit=${text}`);
    expect(() => given.count("limit", 20)).toThrow(`--limit ${JSON.stringify(text)} is not a whole number from 1.`);
  });

  it("names the words of a choice", () => {
    expect(read("export", "calls", "--format", "csv").given.choice("format", ["jsonl", "csv"])).toBe("csv");
    expect(() => read("export", "calls", "--format", "xml").given.choice("format", ["jsonl", "csv"])).toThrow(
      '--format "xml" is not one of jsonl, csv.',
    );
  });

  it("has no option for a key", () => {
    const names = COMMANDS.flatMap(({ options }) => Object.keys({ ...options, ...SHARED_OPTIONS }));
    expect(names.filter((name) => /key|token|password/.test(name))).toEqual([]);
  });
});

describe("help", () => {
  it("names every command and every option", () => {
    for (const command of COMMANDS) {
      expect(overview()).toContain(`  ${command.name} `);
      for (const name of Object.keys(command.options)) expect(commandHelp(command)).toContain(`--${name}`);
      expect(command.examples.length).toBeGreaterThan(0);
    }
  });

  it("has examples that are valid", () => {
    const words = (line: string) =>
      [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
        ([, single, double, bare]) => single ?? double ?? bare ?? "",
      );
    for (const example of COMMANDS.flatMap(({ examples }) => examples)) {
      const [, ofLoupe = ""] = /(?:^|\| |\$\()loupe ([^|>]*(?:'[^']*'[^|>]*)*)/.exec(example) ?? [];
      expect(() => read(...words(ofLoupe.replace(/\)"?$/, "").trim()))).not.toThrow();
    }
  });

  it.each([
    ["trce", "trace"],
    ["tracs", "traces"],
    ["exp", "export traces"],
    ["logn", "login"],
  ])("suggests for %s %s", (typed, near) => expect(unknownCommand(typed).message).toContain(`\`loupe ${near}\``));

  it("completes every command in each shell", () => {
    for (const shell of ["bash", "zsh", "fish"] as const) {
      const script = completionScript(shell);
      for (const { name, options } of COMMANDS)
        for (const word of [...name.split(" "), ...Object.keys(options)]) expect(script).toContain(word);
    }
  });
});
