"use client";

import { useCallback, useState } from "react";

import { saveFile } from "@/components/ui/save-file";
import type { MediaPart } from "@/lib/trace/message-media";
import { endingOf, shownAs, UNKNOWN_TYPE } from "@/lib/trace/media-types";

import { MediaLine, mediaTitle } from "./media-line";

interface MediaFileProps {
  part: MediaPart;
  content: Blob;
}

/** A file in a message: an image, or a player; any other file can be downloaded. */
export function MediaFile({ part, content }: MediaFileProps) {
  const [isBroken, setBroken] = useState(false);
  const { mediaType = UNKNOWN_TYPE } = part;
  const title = mediaTitle(part);
  const element = isBroken ? undefined : shownAs(mediaType);
  // The blob's address, valid while it is shown.
  const show = useCallback(
    (shown: HTMLImageElement | HTMLMediaElement | null) => {
      if (!shown) return;
      const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
      shown.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content, mediaType],
  );
  const common = { ref: show, onError: () => setBroken(true) };
  const label = `${title} in the message`;
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {element === "image" && (
        // oxlint-disable-next-line nextjs/no-img-element -- a blob of this page: the image server has nothing to fetch
        <img
          {...common}
          alt={label}
          className="max-h-80 max-w-full rounded-control border border-line object-contain"
        />
      )}
      {element === "audio" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a transcript, if the client sent one, is shown below
        <audio {...common} controls preload="metadata" aria-label={label} className="max-w-full" />
      )}
      {element === "video" && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
        <video {...common} controls preload="metadata" aria-label={label} className="max-h-80 max-w-full" />
      )}
      <MediaLine part={part} title={title} size={content.size} onDownload={() => saveFile(fileName(part), content)} />
    </div>
  );
}

/** The name that a file is saved under. */
export function fileName({ name, medium, mediaType = "" }: MediaPart): string {
  return name ?? `${medium}${endingOf(mediaType)}`;
}
