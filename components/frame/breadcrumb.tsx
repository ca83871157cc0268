"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";

import { CopyButton } from "@/components/ui/copy-button";
import { shortenMiddle } from "@/lib/format/shorten";

import { crumbsOf, type Crumb } from "./crumbs";

/** Breadcrumb from the project to the page, read from the address; ids can be copied in full. */
export function Breadcrumb() {
  const crumbs = crumbsOf(usePathname());
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1">
        {crumbs.map((crumb, index) => (
          // The first step follows the project switcher directly.
          <li key={crumb.label} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
            <CrumbText crumb={crumb} />
            {crumb.id && <CopyButton text={crumb.id} label="Copy ID" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** On a phone, where the full breadcrumb does not fit: one step back. */
export function BackLink() {
  const parent = crumbsOf(usePathname()).at(-2);
  if (!parent?.href) return null;
  return (
    <Link
      href={parent.href}
      title={parent.id}
      className="inline-flex h-7 max-w-28 min-w-0 items-center gap-0.5 text-muted sm:hidden"
    >
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{parent.label}</span>
    </Link>
  );
}

function CrumbText({ crumb: { label, href, id } }: { crumb: Crumb }) {
  const text = id ? <span className="font-mono text-meta">{shortenMiddle(id, 20)}</span> : label;
  if (!href) {
    return (
      <span aria-current="page" title={id} className="truncate font-medium">
        {text}
      </span>
    );
  }
  return (
    <Link href={href} title={id} className="truncate text-muted hover:text-ink hover:underline">
      {text}
    </Link>
  );
}
