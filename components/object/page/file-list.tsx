"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCallback } from "react";

import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { InlineBanner } from "@/components/ui/inline-banner";
import { Quantity } from "@/components/ui/quantity";
import { saveFile } from "@/components/ui/save-file";
import { Skeleton } from "@/components/ui/skeleton";
import { byteParts } from "@/lib/format/number";
import { fileContent, fileText, SHOWN_FILE_BYTES } from "@/lib/queries/objects";

import { imageType, type ObjectFile } from "./object-files";

/** The files of a value: code as code, images as images, anything else to download. */
export function FileList({ projectId, files }: { projectId: string; files: readonly ObjectFile[] }) {
  return (
    <section aria-label="Files" className="grid min-w-0 gap-4">
      {files.map((file) => (
        <FileView key={file.name} projectId={projectId} file={file} />
      ))}
    </section>
  );
}

function FileView({ projectId, file }: { projectId: string; file: ObjectFile }) {
  const { data: content, error } = useQuery(fileContent({ projectId, digest: file.digest }));
  const type = imageType(file.name);
  // The blob's address, valid while it is shown.
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image || !content) return;
      const url = URL.createObjectURL(new Blob([content], { type }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [content, type],
  );
  return (
    <figure className="grid min-w-0 gap-1">
      <figcaption className="flex min-h-7 flex-wrap items-center gap-2">
        <span className="min-w-0 truncate font-medium">{file.name}</span>
        <Quantity parts={byteParts(content?.size)} />
        {content && (
          <Button
            variant="ghost"
            size="small"
            icon={Download}
            aria-label={`Download ${file.name}`}
            onClick={() => saveFile(file.name, content)}
          >
            Download
          </Button>
        )}
      </figcaption>
      {error && <InlineBanner tone="error">{error.message}</InlineBanner>}
      {!content && !error && <Skeleton className="w-1/2" />}
      {content && type && (
        // A blob of this page, so the framework's image server has nothing to fetch.
        // oxlint-disable-next-line nextjs/no-img-element
        <img ref={show} alt={file.name} className="max-h-120 max-w-full justify-self-start border border-line" />
      )}
      {content && !type && <TextFile projectId={projectId} file={file} size={content.size} />}
    </figure>
  );
}

function TextFile({ projectId, file, size }: { projectId: string; file: ObjectFile; size: number }) {
  const isSmall = size <= SHOWN_FILE_BYTES;
  const { data: text } = useQuery({ ...fileText({ projectId, digest: file.digest }), enabled: isSmall });
  if (!isSmall) return <p className="text-meta text-muted">Too large to show. Download it instead.</p>;
  if (text === undefined) return <Skeleton className="w-1/2" />;
  if (text === null) return <p className="text-meta text-muted">Not a text file. Download it instead.</p>;
  return <CodeBlock code={text} label={file.name} className="max-h-120" />;
}
