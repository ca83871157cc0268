"use client";

import { useMemo, useState } from "react";

import { saveFile } from "@/components/ui/save-file";
import { bytesOfDataUrl, sizeOfDataUrl } from "@/lib/trace/data-url";
import type { MediaPart } from "@/lib/trace/message-media";
import { shownAs } from "@/lib/trace/media-types";

import { fileName, MediaFile } from "./media-file";
import { MediaLine, mediaTitle } from "./media-line";

interface EmbeddedMediaProps {
  part: MediaPart;
  /** The file, as a `data:` URL. */
  url: string;
  /** Whether it is shown without being asked for. */
  isShown: boolean;
}

/** A file that is in the message itself. It is decoded when it is shown or downloaded. */
export function EmbeddedMedia({ part, url, isShown }: EmbeddedMediaProps) {
  const [isAsked, setAsked] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const canShow = shownAs(part.mediaType ?? "") !== undefined;
  const isOpen = canShow && (isShown || isAsked);
  const content = useMemo(() => (isOpen ? decode(url) : undefined), [isOpen, url]);
  if (content) return <MediaFile part={part} content={content} />;
  const download = () => {
    const file = decode(url);
    if (file) saveFile(fileName(part), file);
    else setBroken(true);
  };
  const isUnreadable = isBroken || isOpen;
  return (
    <MediaLine
      part={part}
      title={mediaTitle(part)}
      size={sizeOfDataUrl(url)}
      onShow={canShow && !isOpen ? () => setAsked(true) : undefined}
      onDownload={isUnreadable ? undefined : download}
    >
      {isUnreadable && <span className="text-muted">cannot be decoded: incomplete or not Base64</span>}
    </MediaLine>
  );
}

function decode(url: string): Blob | undefined {
  const bytes = bytesOfDataUrl(url);
  return bytes && new Blob([bytes]);
}
