import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { splitStatements } from "./split-statements";

test.each<[string, string, string[]]>([
  ["statements", "select 1; select 2;\nselect 3", ["select 1", "select 2", "select 3"]],
  ["nothing", " ;; -- only this;\n/* and; this */;", []],
  ["a line comment", "select 1 -- one; it's\n; select 2", ["select 1 -- one; it's", "select 2"]],
  ["a comment before", "-- why\nselect 1;", ["-- why\nselect 1"]],
  ["a block comment", "select /* a; 'b */ 1; select 2", ["select /* a; 'b */ 1", "select 2"]],
  ["text", "select ';', 'it''s;', '\\'; select 2", ["select ';', 'it''s;', '\\'", "select 2"]],
  ["escaped text", "select E'\\';', e'a''\\\\'; select 2", ["select E'\\';', e'a''\\\\'", "select 2"]],
  ["a word that ends in e before text", "select type'\\'; select 2", ["select type'\\'", "select 2"]],
  ["a quoted name", 'select 1 as "a;""b;"; select 2', ['select 1 as "a;""b;"', "select 2"]],
  ["dollar quotes", "do $$ begin; end; $$; select $a$ ;$$; $a$", ["do $$ begin; end; $$", "select $a$ ;$$; $a$"]],
  ["a body in a body", "do $do$ x; as $$ y; $$; $do$; select 2", ["do $do$ x; as $$ y; $$; $do$", "select 2"]],
  [
    "dollars that quote nothing",
    "select a$b, $1; select c$d$e; select 3",
    ["select a$b, $1", "select c$d$e", "select 3"],
  ],
])("%s", (_what, sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements);
});

const COMMANDS = new Set<unknown>(["alter", "create", "do", "drop", "insert", "select", "update", "with"]);

test("of each migration, they begin with a command and contain the whole file", () => {
  const folder = path.join(import.meta.dirname, "../schema/migrations");
  for (const file of readdirSync(folder)) {
    const sql = readFileSync(path.join(folder, file), "utf8");
    const statements = splitStatements(sql);
    const commands = statements.map((statement) => statement.replaceAll(/^--.*\n\s*/gm, "").split(" ")[0]);
    expect(commands.filter((command) => !COMMANDS.has(command))).toEqual([]);
    expect(statements.join("").replaceAll(/[\s;]/g, "")).toBe(sql.replaceAll(/[\s;]/g, ""));
  }
});
