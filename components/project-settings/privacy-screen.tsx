import { MaskingSection } from "./masking/masking-section";
import { RetentionSection } from "./retention/retention-section";

/** What a project keeps, and what it never stores. */
export function PrivacyScreen({ projectId }: { projectId: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="mx-auto grid w-full max-w-200 grid-cols-1 content-start gap-8 px-4 py-4">
        <h1 className="text-title font-semibold">Privacy</h1>
        <RetentionSection projectId={projectId} />
        <MaskingSection projectId={projectId} />
      </div>
    </div>
  );
}
