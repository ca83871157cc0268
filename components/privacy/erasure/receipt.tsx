"use client";

import { Download, Printer } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { Timestamp } from "@/components/ui/timestamp";
import { useTimeZone } from "@/components/ui/use-time-zone";
import type { FoundItems } from "@/lib/contract/erasure";
import { type EndedErasure, receiptJson, receiptPage } from "@/lib/format/erasure-receipt";
import { FOUND_WORDS, limitWords } from "@/lib/format/erasure-words";
import { counted, formatCount } from "@/lib/format/number";
import { formatTime } from "@/lib/format/time";

/** What an erasure has done, and what it has not, with files of it. */
export function Receipt({ erasure }: { erasure: EndedErasure }) {
  const zone = useTimeZone();
  const { receipt } = erasure;
  const save = (ending: string, type: string, text: string) =>
    saveFile(`erasure-${erasure.id}.${ending}`, new Blob([text], { type }));
  return (
    <div className="grid grid-cols-1 gap-3 pt-1">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <Fact term="Receipt">
          <code>{erasure.id}</code>
        </Fact>
        <Fact term="Hash of the user ID">
          <code>{erasure.user_hash}</code>
        </Fact>
        <Fact term="Finished">
          <Timestamp at={erasure.ended_at} />
        </Fact>
        <Fact term="Last search">
          <Timestamp at={receipt.verified_at} />, in {counted(receipt.tables_searched, "table")}
        </Fact>
      </dl>
      {receipt.found.length > 0 && (
        <div className="grid grid-cols-1 gap-2">
          <p className="font-medium">Found but not erased: decide what to do with it</p>
          <ul className="grid grid-cols-1 gap-2">
            {receipt.found.map((found) => (
              <Found key={`${found.kind} ${found.table}`} found={found} />
            ))}
          </ul>
        </div>
      )}
      <ul className="grid list-disc gap-1 pl-4 text-muted">
        {limitWords(receipt).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} onClick={() => save("json", "application/json", receiptJson(erasure))}>
          Download JSON
        </Button>
        <Button
          icon={Printer}
          onClick={() =>
            save(
              "html",
              "text/html",
              receiptPage(erasure, (at) => formatTime(at, zone, "full")),
            )
          }
        >
          Download page for printing
        </Button>
      </div>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function Found({ found: { kind, table, count, ids } }: { found: FoundItems }) {
  const { title, why } = FOUND_WORDS[kind];
  return (
    <li className="min-w-0">
      <p>
        {title}: {formatCount(count)}
      </p>
      <p className="text-muted">{why}</p>
      <p className="text-meta text-muted wrap-anywhere">
        <code>{table}</code>: {ids.join(", ")}
        {count > ids.length && ", …"}
      </p>
    </li>
  );
}
