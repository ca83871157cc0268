import { InlineBanner } from "@/components/ui/inline-banner";
import { ApiError } from "@/lib/client/api-error";

interface SaveStateProps {
  /** What kept the request from succeeding so far; it is still being tried. */
  waitingFor: Error | null;
  /** What ended it. */
  error: Error | null;
}

/** Says why what was written is not saved yet; it stays in its field. */
export function SaveState({ waitingFor, error }: SaveStateProps) {
  if (error) return <InlineBanner tone="error">{failureWords(error)}</InlineBanner>;
  if (!waitingFor) return null;
  return (
    <InlineBanner tone="warning">
      {waitingFor.message} It is saved as soon as the service is back; until then it stays here.
    </InlineBanner>
  );
}

function failureWords(error: Error): string {
  if (!(error instanceof ApiError)) return `Not saved: ${error.message}`;
  if (error.code === "unauthenticated")
    return "Not saved: you are signed out. Sign in again, then save; your text stays.";
  const fields = error.errors.map(({ path, message }) => `${path} ${message}`).join("; ");
  const request = error.requestId ? ` (request ${error.requestId})` : "";
  return `Not saved: ${fields || error.message}${request}`;
}
