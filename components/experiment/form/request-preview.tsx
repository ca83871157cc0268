"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";

import { CodeBlock } from "@/components/ui/code-block";
import { IconButton } from "@/components/ui/icon-button";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Skeleton } from "@/components/ui/skeleton";
import { columnsOf, filledFrom, type NewExperiment, requestOf } from "@/lib/experiment/new-experiment";
import { expectedOf, rowRequest } from "@/lib/experiment/row-request";
import { formatCount } from "@/lib/format/number";
import { prettyText } from "@/lib/json/pretty";
import type { JsonText } from "@/lib/json/text";
import { tableRows } from "@/lib/queries/tables";

interface RequestPreviewProps {
  projectId: string;
  fields: NewExperiment;
  columns: readonly string[] | undefined;
  /** Rows of the table; undefined while unknown. */
  count: number | undefined;
  /** Of the rows that are run; undefined for those of the table. */
  digests: readonly string[] | undefined;
}

/** The request for one row as it will be sent, row by row. */
export function RequestPreview({ projectId, fields, columns, count: all, digests }: RequestPreviewProps) {
  const [place, setPlace] = useState(0);
  const count = digests?.length ?? all;
  const last = (count ?? 1) - 1;
  const index = Math.min(place, Math.max(last, 0));
  const digest = digests?.[index];
  const { data: rows, error } = useQuery({
    ...tableRows(
      { projectId, digest: fields.table },
      { sort: null, digests: digest === undefined ? [] : [digest] },
      { offset: digest === undefined ? index : 0, limit: 1 },
    ),
    enabled: fields.table !== "" && count !== 0,
  });
  const found = requestOf(fields);
  const [row] = count === 0 ? [] : (rows ?? []);
  return (
    <section aria-labelledby="request-preview" className="grid min-w-0 grid-cols-1 content-start gap-2">
      <header className="flex min-h-7 flex-wrap items-center gap-1">
        <h2 id="request-preview" className="mr-auto text-section font-semibold">
          Preview
        </h2>
        {fields.table !== "" && count !== 0 && (
          <>
            <span role="status" className="px-1 text-meta text-muted tabular-nums">
              Row {formatCount(index + 1)}
              {count !== undefined && ` of ${formatCount(last + 1)}`}
            </span>
            <IconButton
              icon={ChevronLeft}
              label="Previous row"
              size="small"
              unavailable={index === 0 ? "This is the first row" : undefined}
              onClick={() => setPlace(index - 1)}
            />
            <IconButton
              icon={ChevronRight}
              label="Next row"
              size="small"
              unavailable={index >= last ? "This is the last row" : undefined}
              onClick={() => setPlace(index + 1)}
            />
          </>
        )}
      </header>
      {error && <InlineBanner tone="error">Could not read the row: {error.message}</InlineBanner>}
      {fields.messages === "[]" || fields.table === "" ? (
        <p className="text-meta text-muted">Choose a table and a prompt to see the request for a row as it is sent.</p>
      ) : "problems" in found ? (
        <p className="text-meta text-muted">
          Shown once the request is complete: {found.problems.map(({ message }) => message).join(", ")}.
        </p>
      ) : row ? (
        <Filled row={row.val} request={found.request} fields={fields} columns={columns ?? []} />
      ) : count === 0 ? (
        <p className="text-meta text-muted">{all === 0 ? "The table has no rows." : "No row matches the filter."}</p>
      ) : (
        !error && <Skeleton className="h-40 w-full" />
      )}
    </section>
  );
}

interface FilledProps extends Pick<RequestPreviewProps, "fields"> {
  row: JsonText;
  request: JsonText;
  columns: readonly string[];
}

function Filled({ row, request, fields, columns }: FilledProps) {
  const { variables, expected } = columnsOf(fields, columns);
  const { body, missing } = rowRequest(filledFrom(request, variables), row);
  const answer = expectedOf({ expected }, row);
  return (
    <>
      {missing.length > 0 && (
        <InlineBanner tone="warning">
          {missing.length === 1 ? "This variable has" : "These variables have"} no value in this row, which will fail:{" "}
          {missing.join(", ")}
        </InlineBanner>
      )}
      {body.problem === undefined ? (
        <CodeBlock label="Request of the row" code={prettyText(body.text) ?? body.text} wrap className="max-h-120" />
      ) : (
        <InlineBanner tone="warning">{body.problem}</InlineBanner>
      )}
      {expected !== undefined && (
        <p className="text-meta wrap-anywhere text-muted">
          Expected answer: {answer === undefined ? "none in this row" : <bdi className="text-ink">{answer}</bdi>}
        </p>
      )}
    </>
  );
}
