import { expect, test } from "vitest";

import { JsonText } from "@/lib/json/text";

import { CsvColumns } from "./export-text";

const json = (text: string) => new JsonText(text);

test("a table has every column that any row has, and every digit", () => {
  const rows = [
    '{"id": 12345678901234567890, "q": {"text": "a,\\"b\\"", "tags": [1, 2]}}',
    '{"score": -1.0, "q": null, "id": 1e3, "f": "=1+1"}',
    '"bare"',
  ].map(json);
  const columns = new CsvColumns();
  for (const row of rows) columns.add(row);
  expect(columns.header() + rows.map((row) => columns.line(row)).join("")).toBe(
    [
      "id,q.text,q.tags,score,q,f,value",
      '12345678901234567890,"a,""b""","[1, 2]",,,,',
      "1e3,,,-1.0,,'=1+1,",
      ",,,,,,bare",
      "",
    ].join("\r\n"),
  );
});
