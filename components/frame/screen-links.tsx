"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";

import { cn } from "@/components/ui/cn";

import { isUnder, screenPath } from "@/lib/format/address";
import { PLACES, SCREENS } from "./screens";

interface ScreenLinksProps {
  /** Without one, the pages outside projects. */
  projectId?: string;
  /** In the sidebar the labels are hidden if there is no space, or if the user collapsed it. */
  place: "rail" | "sheet";
  onNavigate?: () => void;
}

/** Hides a label of the sidebar visually, but not from screen readers. */
export const railWordClass = "truncate max-lg:sr-only group-data-[rail=folded]/rail:sr-only";

/** Links to the screens of a project, or to the pages outside projects; the open one is marked. */
export function ScreenLinks({ projectId, place, onNavigate }: ScreenLinksProps) {
  const pathname = usePathname();
  const links = projectId
    ? SCREENS.map((screen) => ({ ...screen, href: screenPath(projectId, screen.segment) }))
    : PLACES;
  return (
    <ul className="grid gap-0.5">
      {links.map(({ href, label, icon: Icon }) => {
        const open = isUnder(pathname, href);
        return (
          <li key={href}>
            <Link
              href={href}
              onNavigate={onNavigate}
              aria-current={open ? "page" : undefined}
              title={place === "rail" ? label : undefined}
              className={cn(
                "flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-muted hover:bg-hover hover:text-ink",
                open && "bg-selected text-ink hover:bg-selected",
              )}
            >
              <Icon aria-hidden className={cn("size-4 shrink-0", open && "text-accent-ink")} />
              <span className={place === "rail" ? railWordClass : "truncate"}>{label}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
