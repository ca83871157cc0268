"use client";

import { FileText, Image, Volume2 } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { formatBytes } from "@/lib/format/number";
import type { MessagePart as Part } from "@/lib/trace/message-parts";

const icons = { image: Image, audio: Volume2, file: FileText };
/** Embedded raster images. */
const PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif);base64,/i;
/** Length of an address from which an image is shown only on request. */
const LARGE_CHARS = 2_000_000;

/** An embedded image is shown; anything else is a link, so that it is fetched only when the user opens it. */
export function Media({ part }: { part: Part & { type: "link" } }) {
  const { media, url, mediaType, name } = part;
  const [isAsked, setAsked] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const Icon = icons[media];
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  const isData = url?.startsWith("data:");
  const words = name ?? (isData ? (mediaType ?? typeIn(url)) : url) ?? media;
  const isPicture = url !== undefined && PICTURE.test(url) && !isBroken;
  const isShown = isPicture && (isAsked || url.length <= LARGE_CHARS);
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      {isShown && (
        // The image is embedded in the page, so an image service is not needed.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          src={url}
          alt={name ?? "image in the message"}
          onError={() => setBroken(true)}
          className="max-h-80 max-w-full rounded-control border border-line object-contain"
        />
      )}
      <span className="flex max-w-full min-w-0 items-center gap-1.5 text-meta leading-5">
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className="text-muted">{media}</span>
        {isWeb ? (
          <a href={url} target="_blank" rel="noreferrer noopener" className="truncate text-accent-ink underline">
            {words}
          </a>
        ) : (
          <span className="truncate">{words}</span>
        )}
        {isData && <span className="whitespace-nowrap text-muted">{formatBytes(url?.length)}</span>}
        {url && <CopyButton text={url} label="Copy URL" className="size-5" />}
        {isPicture && !isShown && (
          <Button size="small" onClick={() => setAsked(true)}>
            Show
          </Button>
        )}
      </span>
    </div>
  );
}

function typeIn(url: string | undefined): string | undefined {
  return url && /^data:([^;,]{1,80})[;,]/.exec(url)?.[1];
}
