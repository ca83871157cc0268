import type { FieldError } from "@/lib/contract/field-errors";

/** A problem with a request; the messages about the model and the messages say what they are about. */
export function Problem({ path, message }: FieldError) {
  if (path === "model" || path === "messages") return message;
  return (
    <>
      <code className="text-meta">{path}</code>: {message}
    </>
  );
}
