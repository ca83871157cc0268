import { useState } from "react";

import { initialsOf } from "@/lib/format/initials";

interface AvatarProps {
  name: string;
  /** A `data:` URL. */
  picture: string | undefined;
}

/** The picture of a person; without one that the browser can show, their initials. */
export function Avatar({ name, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  // In the server's HTML it may have failed before the page listens.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBroken(picture);
  };
  return (
    <span
      aria-hidden
      className="flex size-5 shrink-0 items-center justify-center overflow-hidden rounded-full bg-control text-[10px] leading-none font-medium text-ink select-none"
    >
      {picture !== undefined && picture !== broken ? (
        // oxlint-disable-next-line nextjs/no-img-element -- the address has the picture in itself
        <img ref={look} src={picture} alt="" className="size-full object-cover" onError={() => setBroken(picture)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
