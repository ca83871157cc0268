import { Pencil } from "lucide-react";
import type { ReactNode, Ref } from "react";

import { Button } from "@/components/ui/button";
import { LongText } from "@/components/ui/long-text";

interface VersionHeadProps {
  /** The message of the version. */
  message: string | undefined;
  editButton: Ref<HTMLButtonElement>;
  /** Opens the editor; undefined if the user may not publish. */
  onEdit: (() => void) | undefined;
  /** What the version is, in a line below the message. */
  children: ReactNode;
}

/** The message of a version that is read as what it means, and the button that edits it. */
export function VersionHead({ message, editButton, onEdit, children }: VersionHeadProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <div className="grid min-w-0 flex-1 gap-1">
        {message !== undefined && message !== "" && (
          <div>
            <h2 className="sr-only">Message of this version</h2>
            <LongText text={message} />
          </div>
        )}
        {children}
      </div>
      {onEdit && (
        <Button ref={editButton} variant="primary" icon={Pencil} onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
  );
}
