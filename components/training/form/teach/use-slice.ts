"use client";

import { useEffect, useState } from "react";

import type { ByteRange } from "@/lib/training/trajectory-row";

/** The text of a range of a file, once it has been read; an error if the file no longer exists. */
export function useSlice(file: Blob | undefined, { start, end }: ByteRange): { text?: string; error?: string } {
  const [slice, setSlice] = useState<{ text?: string; error?: string }>({});
  useEffect(() => {
    let isWanted = true;
    const tell = (next: { text?: string; error?: string }) => isWanted && setSlice(next);
    file
      ?.slice(start, end)
      .text()
      .then(
        (text) => tell({ text }),
        () => tell({ error: "The file was changed or removed. Choose it again." }),
      );
    return () => {
      isWanted = false;
    };
  }, [file, start, end]);
  return slice;
}
