import type { CallRow } from "@/lib/contract/calls";
import { valueAt } from "@/lib/trace/value-at";

const shownChars = 500;

interface PayloadCellProps {
  call: CallRow;
  /** Such as `inputs.messages.0.content` or `attributes.[acme.tier]`. */
  path: string;
}

/** An attribute or a value inside a payload: a string as text, everything else as the JSON that was sent. */
export function PayloadCell({ call, path }: PayloadCellProps) {
  const node = valueAt(call, path);
  if (!node || node.kind === "null") return <span className="text-faint">{node ? "null" : "—"}</span>;
  const text = node.string() ?? node.raw;
  return (
    <bdi className={node.kind === "string" ? undefined : "font-mono"} title={text.slice(0, shownChars)}>
      {text.slice(0, shownChars)}
    </bdi>
  );
}
