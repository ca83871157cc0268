"use client";

import dynamic from "next/dynamic";
import { createContext, useContext } from "react";

import { visibleText } from "@/components/json/visible-text";
import { CopyButton } from "@/components/ui/copy-button";
import { LongText } from "@/components/ui/long-text";
import type { MediaPart } from "@/lib/trace/message-media";

import { MediaLine, mediaTitle } from "./media-line";

const EmbeddedMedia = dynamic(() => import("./embedded-media").then(({ EmbeddedMedia: loaded }) => loaded));
const StoredMedia = dynamic(() => import("./stored-media").then(({ StoredMedia: loaded }) => loaded));

/** The files of the conversation around that are shown without being asked for. */
export const ShownMedia = createContext<ReadonlySet<MediaPart>>(new Set());

/**
 * An image or another file in a message. One that is embedded or stored in the project is shown; one on another server
 * is a link, so that it is loaded only when the user opens it.
 */
export function Media({ part }: { part: MediaPart }) {
  const { text } = part;
  return (
    <>
      <MediaSource part={part} />
      {text !== undefined && <LongText text={visibleText(text)} className="border-l-2 border-line pl-3 text-muted" />}
    </>
  );
}

function MediaSource({ part }: { part: MediaPart }) {
  const { url, file, fileId, text } = part;
  const isShown = useContext(ShownMedia).has(part);
  const title = mediaTitle(part);
  if (file !== undefined) return <StoredMedia part={part} digest={file} isShown={isShown} />;
  if (url?.startsWith("data:")) return <EmbeddedMedia part={part} url={url} isShown={isShown} />;
  if (url !== undefined) return <Address part={part} url={url} />;
  if (fileId === undefined)
    return (
      <MediaLine part={part} title={title}>
        {text === undefined && <span className="whitespace-nowrap text-muted">content not recorded</span>}
      </MediaLine>
    );
  return (
    <MediaLine part={part} title={title}>
      <span className="truncate font-mono text-label">{visibleText(fileId)}</span>
      <span className="whitespace-nowrap text-muted">stored by the provider</span>
    </MediaLine>
  );
}

/** A web address as a link; any other text that was sent in the place of a file as it is. */
function Address({ part, url }: { part: MediaPart; url: string }) {
  const words = visibleText(part.name ?? url);
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <MediaLine
      part={part}
      title={
        isWeb ? (
          <a href={url} target="_blank" rel="noreferrer noopener" className="text-accent-ink underline">
            {words}
          </a>
        ) : (
          words
        )
      }
    >
      <CopyButton text={url} label="Copy URL" className="size-5" />
    </MediaLine>
  );
}
