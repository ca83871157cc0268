import { useId, type ReactNode } from "react";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** Renders the control with the ids that connect it with its label, hint and error. */
  children: (control: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": true | undefined;
  }) => ReactNode;
}

/** A labelled control with a hint, which an error replaces. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const noteId = note ? `${id}-note` : undefined;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-meta font-medium text-ink">
        {label}
      </label>
      {children({ id, "aria-describedby": noteId, "aria-invalid": error ? true : undefined })}
      {note && (
        <p id={noteId} className={error ? "text-meta text-error" : "text-meta text-muted"}>
          {note}
        </p>
      )}
    </div>
  );
}
