import { counted } from "@/lib/format/number";
import { type CallException, exceptionText } from "@/lib/trace/exceptions";

import { CopyButton } from "./copy-button";
import { Fold } from "./fold";
import { LongText } from "./long-text";

/** Exceptions: each message with its collapsed stack trace. */
export function Exceptions({ exceptions }: { exceptions: readonly CallException[] }) {
  return (
    <div className="grid gap-2">
      {exceptions.map((exception, place) => (
        // They are read from one call and keep their order.
        <Exception key={place} exception={exception} />
      ))}
    </div>
  );
}

function Exception({ exception }: { exception: CallException }) {
  const { headline, stack, isRecorded, escaped } = exception;
  return (
    <div className="relative min-w-0 rounded-control bg-error-soft px-3 py-2 pr-9 text-error">
      {(isRecorded || escaped !== undefined) && (
        <p className="text-label text-muted">
          {isRecorded ? "Recorded exception" : "Cause of failure"}
          {escaped !== undefined && (escaped ? " · not handled in this call" : " · handled")}
        </p>
      )}
      <LongText mono text={headline} className="font-semibold" />
      {stack !== undefined && (
        <Fold summary={`Stack trace, ${lineWords(stack)}`} className="mt-1">
          <LongText mono text={stack} className="overflow-x-auto" />
        </Fold>
      )}
      <CopyButton
        text={() => exceptionText(exception)}
        label={stack === undefined ? "Copy exception" : "Copy exception and stack trace"}
        className="absolute top-1 right-1 text-error"
      />
    </div>
  );
}

function lineWords(text: string): string {
  const lines = text.trimEnd().split("\n").length;
  return counted(lines, "line");
}
