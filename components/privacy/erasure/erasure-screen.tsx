import { ErasureSection } from "./erasure-section";

/** The page on which the data of one user of the traced program is erased. */
export function ErasureScreen({ projectId }: { projectId: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid w-full max-w-180 grid-cols-1 content-start px-4 py-4">
        <ErasureSection projectId={projectId} level="h1" />
      </div>
    </div>
  );
}
