import { unknownValue, type QuantityPart } from "@/lib/format/quantity";

interface QuantityProps {
  /** From `durationParts` or `byteParts`; none shows a dash. */
  parts: readonly QuantityPart[];
}

/** A number with its unit in gray. */
export function Quantity({ parts }: QuantityProps) {
  if (parts.length === 0) return <span className="text-faint">{unknownValue}</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {parts.map(({ value, unit }, index) => (
        <span key={unit}>
          {index > 0 && " "}
          {value}
          {unit && <span className="text-muted"> {unit}</span>}
        </span>
      ))}
    </span>
  );
}
