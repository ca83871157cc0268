import { Film, FileText, Image, Volume2 } from "lucide-react";
import type { ReactNode } from "react";

import { visibleText } from "@/components/json/visible-text";
import { Button } from "@/components/ui/button";
import { formatBytes } from "@/lib/format/number";
import type { MediaPart } from "@/lib/trace/message-media";

const icons = { image: Image, audio: Volume2, video: Film, file: FileText };

interface MediaLineProps {
  part: MediaPart;
  /** Its name, its type or what is known of it instead. */
  title: ReactNode;
  /** Bytes; undefined if not known. */
  size?: number | undefined;
  onShow?: (() => void) | undefined;
  onDownload?: (() => void) | undefined;
  children?: ReactNode;
}

/** One line about a file in a message: what it is, its name and size, and what can be done with it. */
export function MediaLine({ part, title, size, onShow, onDownload, children }: MediaLineProps) {
  const { medium } = part;
  const Icon = icons[medium];
  return (
    <span className="flex max-w-full min-w-0 items-center gap-1.5 text-meta leading-5">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="text-muted">{medium}</span>
      {title !== medium && <span className="truncate">{title}</span>}
      {size !== undefined && <span className="whitespace-nowrap text-muted">{formatBytes(size)}</span>}
      {children}
      {onShow && (
        <Button size="small" aria-label={`Show ${mediaTitle(part)}`} onClick={onShow}>
          Show
        </Button>
      )}
      {onDownload && (
        <Button variant="ghost" size="small" aria-label={`Download ${mediaTitle(part)}`} onClick={onDownload}>
          Download
        </Button>
      )}
    </span>
  );
}

/** The name of a file, or its type; if neither is known, what it is. */
export function mediaTitle({ name, mediaType, medium }: MediaPart): string {
  return visibleText(name ?? mediaType ?? medium);
}
