"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useState } from "react";

import { Skeleton } from "@/components/ui/skeleton";
import { projectIdOf } from "@/lib/format/address";
import { fileContent, fileMediaType } from "@/lib/queries/objects";
import type { MediaPart } from "@/lib/trace/message-media";
import { mediumOf } from "@/lib/trace/media-types";

import { MediaFile } from "./media-file";
import { MediaLine, mediaTitle } from "./media-line";

interface StoredMediaProps {
  part: MediaPart;
  /** The digest of a file of the project, or its beginning. */
  digest: string;
  /** Whether it is loaded without being asked for. */
  isShown: boolean;
}

/** A file of the project in a message. */
export function StoredMedia({ part, digest, isShown }: StoredMediaProps) {
  const projectId = projectIdOf(useParams<{ entity: string; project: string }>());
  const [isAsked, setAsked] = useState(false);
  const enabled = isShown || isAsked;
  const { data: content, error } = useQuery({ ...fileContent({ projectId, digest }), enabled });
  const isUntyped = enabled && part.mediaType === undefined;
  const { data: found } = useQuery({ ...fileMediaType({ projectId, digest }), enabled: isUntyped });
  if (!enabled) return <MediaLine part={part} title={mediaTitle(part)} onShow={() => setAsked(true)} />;
  if (error)
    return (
      <p className="text-meta text-muted">
        {part.mediaType ?? part.medium}: the file was not uploaded, or cannot be read. {error.message}
      </p>
    );
  if (!content || (isUntyped && found === undefined)) return <Skeleton className="h-20 w-1/3" />;
  return (
    <MediaFile
      part={found ? { ...part, mediaType: found, medium: mediumOf(found) ?? "file" } : part}
      content={content}
    />
  );
}
