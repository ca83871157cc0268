"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId } from "react";

import { cn } from "@/components/ui/cn";
import { usePreference } from "@/components/ui/use-preference";
import { isUnder, projectPath, screenPath } from "@/lib/format/address";
import { PLACES, SCREEN_GROUPS } from "./screens";

interface ScreenLinksProps {
  /** Without one, the pages outside projects. */
  projectId?: string;
  /** In the sidebar the labels are hidden if there is no space, or if the user collapsed it. */
  place: "rail" | "sheet";
  onNavigate?: () => void;
}

type LinkedScreen = (typeof PLACES)[number];

/** Hides a label of the sidebar visually, but not from screen readers. */
export const railWordClass = "truncate max-lg:sr-only group-data-[rail=folded]/rail:sr-only";

/** Links to the screens of a project in groups that fold, or to the pages outside projects; the open one is marked. */
export function ScreenLinks({ projectId, ...rest }: ScreenLinksProps) {
  const pathname = usePathname();
  const home = projectId && projectPath(projectId);
  const [folded, setFolded] = usePreference<string>("rail-groups", "", (stored) => stored);
  const groups = projectId
    ? SCREEN_GROUPS.map((group) => linked(group, projectId))
    : [{ name: undefined, screens: PLACES }];
  // Of `feedback` and `feedback/queues`, the longer one is open.
  const [open] = groups
    .flatMap(({ screens }) => screens)
    .filter(({ href }) => (href === home ? pathname === home : isUnder(pathname, href)))
    .toSorted((a, b) => b.href.length - a.href.length);
  const names = folded.split(",").filter((name) => name !== "");
  return (
    <div className="grid gap-2">
      {groups.map(({ name, screens }) => (
        <ScreenGroup
          key={name ?? ""}
          name={name}
          screens={screens}
          open={open?.href}
          isFolded={name !== undefined && names.includes(name)}
          onFold={() =>
            name !== undefined &&
            setFolded((names.includes(name) ? names.filter((other) => other !== name) : [...names, name]).join(","))
          }
          {...rest}
        />
      ))}
    </div>
  );
}

function linked({ name, screens }: (typeof SCREEN_GROUPS)[number], projectId: string) {
  return {
    name,
    screens: screens.map((screen) => ({
      ...screen,
      href: screenPath(projectId, ...screen.segments),
    })),
  };
}

interface ScreenGroupProps extends Omit<ScreenLinksProps, "projectId"> {
  name: string | undefined;
  screens: readonly LinkedScreen[];
  /** The address of the open screen. */
  open: string | undefined;
  isFolded: boolean;
  onFold: () => void;
}

/** A folded group shows the open screen, so that it always says where one is; as icons, the sidebar has all of them. */
function ScreenGroup({ name, screens, open, isFolded, onFold, place, onNavigate }: ScreenGroupProps) {
  const id = useId();
  return (
    <div
      className={cn(
        place === "rail" &&
          name !== undefined &&
          "max-lg:border-t max-lg:border-line max-lg:pt-2 group-data-[rail=folded]/rail:border-t group-data-[rail=folded]/rail:border-line group-data-[rail=folded]/rail:pt-2",
      )}
    >
      {name !== undefined && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={onFold}
          className={cn(
            "flex h-6 w-full items-center gap-1 rounded-control px-2 text-label text-muted hover:text-ink",
            place === "rail" && "max-lg:hidden group-data-[rail=folded]/rail:hidden",
          )}
        >
          {name}
          <ChevronDown aria-hidden className={cn("size-3 transition-transform", isFolded && "-rotate-90")} />
        </button>
      )}
      <ul id={id} aria-label={name} className="grid gap-0.5">
        {screens.map(({ href, label, icon: Icon }) => {
          const isOpen = href === open;
          return (
            <li
              key={href}
              className={cn(
                isFolded &&
                  !isOpen &&
                  (place === "rail" ? "hidden max-lg:block group-data-[rail=folded]/rail:block" : "hidden"),
              )}
            >
              <Link
                href={href}
                onNavigate={onNavigate}
                aria-current={isOpen ? "page" : undefined}
                title={place === "rail" ? label : undefined}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-control px-2 font-medium text-muted hover:bg-hover hover:text-ink",
                  isOpen && "bg-selected text-ink hover:bg-selected",
                )}
              >
                <Icon aria-hidden className={cn("size-4 shrink-0", isOpen && "text-accent-ink")} />
                <span className={place === "rail" ? railWordClass : "truncate"}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
