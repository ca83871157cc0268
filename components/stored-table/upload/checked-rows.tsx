import { Checkbox } from "@/components/ui/checkbox";
import { InlineBanner } from "@/components/ui/inline-banner";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { fieldPath } from "@/lib/contract/expression";
import { JsonText } from "@/lib/json/text";
import { counted, formatCount } from "@/lib/format/number";
import { columnsIn } from "@/lib/table/columns";
import type { CheckedFile } from "@/lib/table/read-table";
import type { CsvType } from "@/lib/table/read-csv";

import { ValueCell } from "../page/value-cell";

const SHOWN_ROWS = 8;
const SHOWN_COLUMNS = 30;
const typeWords: Record<CsvType, string> = {
  text: "text",
  number: "numbers, at full precision",
  boolean: "true or false",
  json: "JSON",
};

interface CheckedRowsProps {
  checked: CheckedFile;
  /** Columns that are read as text whatever their values are. */
  asText: ReadonlySet<string>;
  onTextChange: (column: string, isText: boolean) => void;
}

/** The content of a file: its first rows, the types of its columns, and every invalid line. */
export function CheckedRows({ checked, asText, onTextChange }: CheckedRowsProps) {
  const typed = (checked.columns ?? []).filter(({ type }) => type !== "text");
  return (
    <>
      {checked.problemCount > 0 && <Problems checked={checked} />}
      {typed.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="pb-1 text-meta font-medium">
            Inferred column types; other columns are text. Clear a checkbox to keep a column as text. Empty fields are
            null, or empty strings in text columns.
          </legend>
          {typed.map(({ name, type }) => (
            <Checkbox key={name} checked={!asText.has(name)} onCheckedChange={(on) => onTextChange(name, on !== true)}>
              <bdi className="font-medium">{name}</bdi> <span className="text-muted">{typeWords[type]}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      {checked.sample.length > 0 && <Sample checked={checked} asText={asText} />}
      {checked.rows === 0 && checked.problemCount === 0 && (
        <InlineBanner tone="warning">This file has no rows.</InlineBanner>
      )}
    </>
  );
}

function Problems({ checked: { problems, problemCount } }: { checked: CheckedFile }) {
  return (
    <InlineBanner tone="error">
      <p className="font-medium">{counted(problemCount, "line has", "lines have")} errors</p>
      <ul className="max-h-40 overflow-auto text-meta">
        {problems.map(({ line, message }, index) => (
          <li key={`${line} ${index}`}>
            Line {formatCount(line)}: {message}
          </li>
        ))}
        {problemCount > problems.length && <li>and {formatCount(problemCount - problems.length)} more</li>}
      </ul>
    </InlineBanner>
  );
}

function Sample({ checked, asText }: { checked: CheckedFile; asText: ReadonlySet<string> }) {
  const rows = checked.sample.slice(0, SHOWN_ROWS).map((text) => new JsonText(text));
  const { columns, more } = columnsIn(rows, SHOWN_COLUMNS);
  return (
    <section aria-label="First rows" className="grid gap-1">
      <h2 className="text-meta font-medium">
        {rows.length < checked.rows && `First ${rows.length} of `}
        {counted(checked.rows, "row")}
        {more > 0 && <span className="font-normal text-muted">, {counted(more, "more column")}</span>}
      </h2>
      <ScrollRegion label="First rows, table" className="overflow-auto border-y border-line">
        <table className="text-meta">
          <thead className="text-muted">
            <tr>
              {columns.map((path) => (
                <th key={path} scope="col" className="px-2 py-1 text-left font-normal whitespace-nowrap">
                  {path === "" ? "Row" : path}
                  {asText.has(path) && " (text)"}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className="border-t border-line">
                {columns.map((path) => (
                  <td key={path} className="max-w-80 truncate px-2 py-1">
                    <ValueCell val={row} names={path === "" ? [] : (fieldPath(path) ?? [])} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
