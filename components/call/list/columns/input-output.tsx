import type { CallRow } from "@/lib/contract/calls";

/** Input and output on one line; an error is shown in place of the output. */
export function InputOutput({ call: { overview, exception } }: { call: CallRow }) {
  const [input, output] = [shown(overview?.input_preview), shown(overview?.output_preview)];
  if (!input && !output && !exception) return undefined;
  return (
    <span className="text-muted">
      <bdi className="text-ink">{input}</bdi>
      {(output ?? exception) && " → "}
      {exception ? <bdi className="text-error">{firstLine(exception)}</bdi> : <bdi>{output}</bdi>}
    </span>
  );
}

/** An empty object is not shown. */
function shown(preview: string | undefined): string | undefined {
  return preview === "{}" ? undefined : preview;
}

function firstLine(text: string): string {
  return text.trimStart().split("\n", 1)[0]?.slice(0, 300) ?? "";
}
