import fc from "fast-check";
import { describe, expect, it, test } from "vitest";

import { csvLine } from "@/lib/format/csv";

import { CsvReader } from "./read-csv";
import { checkTable, readTable } from "./read-table";
import { guessFormat, type TableFormat } from "./table-format";

const file = (text: string | Uint8Array<ArrayBuffer>, name = "") => Object.assign(new Blob([text]), { name });

async function rowsOf(text: string, format: TableFormat, types: Parameters<typeof readTable>[1]["types"] = []) {
  const rows = [];
  for await (const piece of readTable(file(text), { format, types })) rows.push(...piece);
  return rows.map((row) => ("message" in row ? `${row.line}: ${row.message}` : row.json));
}

describe("guessFormat", () => {
  it.each([
    ["a.csv", "[", "csv"],
    ["a.TSV", "", "csv"],
    ["a.jsonl", "[", "jsonl"],
    ["a.txt", "a,b", "csv"],
    ["a.json", '  [{"a":1}]', "json"],
    ["a.json", '{"a":1}\n{"a":2}', "jsonl"],
    ["", "", "csv"],
  ])("%s that begins with %j", async (name, text, format) => {
    expect(await guessFormat(file(text, name))).toBe(format);
  });
});

describe("JSON", () => {
  it("keeps every row's text", async () => {
    expect(await rowsOf('[{"n": 1.0}, 12345678901234567890,\n "x"]', "json")).toEqual([
      '{"n": 1.0}',
      "12345678901234567890",
      '"x"',
    ]);
    expect(await rowsOf('{"n": 1.0}\r\n\n  [1]', "jsonl")).toEqual(['{"n": 1.0}', "[1]"]);
  });

  it.each<[string, TableFormat, string, string]>([
    ["a mistake in a list", "json", "[1,\n  x]", "2: column 3: "],
    ["one value", "json", '{"a":1}', "1: A table needs an array of rows, but"],
    ["a mistake on a line", "jsonl", '{"a":1}\n{"a":}', "2: column 6: "],
  ])("says where %s is", async (_what, format, text, message) => {
    const rows = await rowsOf(text, format);
    expect(rows.at(-1)?.slice(0, message.length)).toBe(message);
  });
});

describe("CSV", () => {
  it.each([
    ["commas", "a,b\n1,x\n", ['{"a":"1","b":"x"}']],
    ["tabs", "a\tb\r\n1\tx", ['{"a":"1","b":"x"}']],
    ["semicolons and a mark of byte order", "\uFEFFa;b\n1;x\n", ['{"a":"1","b":"x"}']],
    ["quotes", 'a,b\n"1,""2""","x\ny"\n', ['{"a":"1,\\"2\\"","b":"x\\ny"}']],
    ["blank lines", "a,b\n\n1,2\n\n", ['{"a":"1","b":"2"}']],
    ["no rows", "a,b\n", []],
    ["nothing", "", []],
  ])("parts fields by %s", async (_what, text, rows) => {
    expect(await rowsOf(text, "csv")).toEqual(rows);
  });

  it("reports the line of a record with too many or too few fields", async () => {
    const text = 'a,b\n"one\ntwo",2\n1,2,3\n1\n5,6';
    const { rows, problems } = await checkTable(file(text), { format: "csv" });
    expect(rows).toBe(2);
    expect(problems).toEqual([
      { line: 4, message: "3 fields, but the header has 2" },
      { line: 5, message: "1 field, but the header has 2" },
    ]);
  });

  it.each([
    ["a name twice", "a,a\n1,2", 'the column "a" is used twice'],
    ["no name", "a,\n1,2", "a column has no name"],
    ["an open quote", 'a,b\n"1,2', "Quoted field unterminated"],
  ])("tells of %s", async (_what, text, message) => {
    expect((await checkTable(file(text), { format: "csv" })).problems[0]?.message).toBe(message);
  });

  it("detects types from all values, and keeps every digit", async () => {
    const text = 'id,n,zip,ok,tags,note,empty\n12345678901234567890,1.0,007,true,"[1, 2]",,\n1,,123,false,,x,';
    const { columns = [], sample } = await checkTable(file(text), { format: "csv" });
    expect(columns.map(({ type }) => type)).toEqual(["number", "number", "text", "boolean", "json", "text", "text"]);
    expect(sample).toEqual([
      '{"id":12345678901234567890,"n":1.0,"zip":"007","ok":true,"tags":[1, 2],"note":"","empty":""}',
      '{"id":1,"n":null,"zip":"123","ok":false,"tags":null,"note":"x","empty":""}',
    ]);
    const rows = await rowsOf(
      text,
      "csv",
      columns.map(({ type }) => type),
    );
    expect(rows).toEqual(sample);
  });

  it("reads what it writes, wherever the pieces are cut", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", "é") });
    const record = fc.tuple(field, field);
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (records, size) => {
        const text = records.map(csvLine).join("");
        const reader = new CsvReader({ delimiter: ",", newline: "\r\n" });
        const found = [];
        for (let from = 0; from < text.length; from += size) found.push(...reader.push(text.slice(from, from + size)));
        found.push(...reader.end());
        expect(found.map((one) => ("fields" in one ? one.fields : one.message))).toEqual(records);
      }),
    );
  });
});

test("a file in another encoding is refused", async () => {
  const latin = file(new Uint8Array([0x61, 0x0a, 0xe9, 0x0a]));
  await expect(checkTable(latin, { format: "csv" })).rejects.toThrow("UTF-8");
});

test("errors are listed up to a maximum, and further ones are counted", async () => {
  const { problems, problemCount } = await checkTable(file("x\n".repeat(150)), { format: "jsonl" });
  expect([problems.length, problemCount]).toEqual([100, 150]);
});
