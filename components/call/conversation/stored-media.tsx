"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useParams } from "next/navigation";
import { useCallback } from "react";

import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { Skeleton } from "@/components/ui/skeleton";
import { projectIdOf } from "@/lib/format/address";
import { formatBytes } from "@/lib/format/number";
import { fileContent } from "@/lib/queries/objects";
import type { MessagePart as Part } from "@/lib/trace/message-parts";

/** Raster images: an SVG can contain scripts. */
const PICTURE = /^image\/(png|jpe?g|gif|webp|avif)$/i;

/** A file of the project in a message: an image is shown, any other file can be downloaded. */
export function StoredMedia({ file, part }: { file: string; part: Part & { type: "link" } }) {
  const projectId = projectIdOf(useParams<{ entity: string; project: string }>());
  const { data: content, error } = useQuery(fileContent({ projectId, digest: file }));
  const { media, mediaType = media } = part;
  // The blob's address, valid while it is shown.
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !content) return;
      const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content, mediaType],
  );
  if (error)
    return (
      <p className="text-meta text-muted">
        {mediaType}: the file was not uploaded, or cannot be read. {error.message}
      </p>
    );
  if (!content) return <Skeleton className="h-20 w-1/3" />;
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {PICTURE.test(mediaType) && (
        // A blob of this page, so the framework's image server has nothing to fetch.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          ref={show}
          alt={`${mediaType} in the message`}
          className="max-h-80 max-w-full rounded-control border border-line object-contain"
        />
      )}
      <span className="flex max-w-full min-w-0 items-center gap-1.5 text-meta leading-5 text-muted">
        <span className="truncate">{mediaType}</span>
        <span className="whitespace-nowrap">{formatBytes(content.size)}</span>
        <Button
          variant="ghost"
          size="small"
          icon={Download}
          onClick={() => saveFile(`${file}.${mediaType.split("/").at(-1)}`, content)}
        >
          Download
        </Button>
      </span>
    </div>
  );
}
