import type { CallRow } from "@/lib/contract/calls";

import { cn } from "./cn";
import { LightMarkdown } from "./light-markdown";

/** Input and output on one line; an error is shown in place of the output. */
export function InputOutput({ call }: { call: CallRow }) {
  const { overview, exception } = call;
  const [input, output] = [shown(overview?.input_preview), shown(overview?.output_preview)];
  if (!input && !output && !exception) return undefined;
  return (
    <span className="text-muted">
      {input && <Preview call={call} side="input" className="text-ink" />}
      {(output ?? exception) && " → "}
      {exception ? (
        <bdi className="text-error">{firstLine(exception)}</bdi>
      ) : (
        output && <Preview call={call} side="output" />
      )}
    </span>
  );
}

const titles = {
  input: "From the first model call of the trace",
  output: "From the last model call of the trace",
};

interface PreviewProps {
  call: CallRow;
  side: "input" | "output";
  className?: string;
}

/** The input or output on one line; in italics if it is that of another call. */
export function Preview({ call: { overview }, side, className }: PreviewProps) {
  const isBorrowed = overview?.borrowed?.[side] !== undefined;
  return (
    <bdi title={isBorrowed ? titles[side] : undefined} className={cn(className, isBorrowed && "italic")}>
      <LightMarkdown line={overview?.[`${side}_preview`] ?? ""} />
      {isBorrowed && <span className="sr-only"> ({titles[side].toLowerCase()})</span>}
    </bdi>
  );
}

/** An empty object is not shown. */
function shown(preview: string | undefined): string | undefined {
  return preview === "{}" ? undefined : preview;
}

function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0]?.slice(0, 300) ?? "";
}
