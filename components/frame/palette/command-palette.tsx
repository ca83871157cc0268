"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import {
  Clock,
  FolderOpen,
  GraduationCap,
  KeyRound,
  Link2,
  LogOut,
  Moon,
  ScrollText,
  Search,
  Server,
  SlidersHorizontal,
  Users,
} from "lucide-react";
import { useTheme } from "next-themes";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";

import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/input";
import { useRecentPages } from "@/components/ui/recent-pages";
import { toast } from "@/components/ui/toast-store";
import { useZoneChoice } from "@/components/ui/use-time-zone";
import { callPath, projectPath, screenPath } from "@/lib/format/address";
import type { Place } from "@/lib/format/place";
import { idPlaces } from "@/lib/queries/ids";
import { projectsList } from "@/lib/queries/projects";

import { signOutAndRedirect } from "../sign-out";
import { SCREENS } from "../screens";
import { ObjectItems } from "./object-items";
import { Group, Item } from "./palette-item";
import { TrainingItems } from "./training-items";
import { typedPlaces } from "./typed-places";

/** Every typed word must occur in it; scattered letters do not match. Other words for it count less than its own. */
function hasAllWords(value: string, search: string, others: readonly string[] = []): number {
  const words = search.toLowerCase().split(/\s+/);
  const areIn = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  if (areIn(value)) return 1;
  return areIn([value, ...others].join(" ")) ? 0.5 : 0;
}

/** Of the places for the typed text. By their order: words and places change once the service has answered. */
const placeValue = (index: number) => `go ${index}`;

/** Navigates to any project, screen, ref, id or recent page, and runs the actions of the menus. */
export function CommandPalette({ projectId, onClose }: { projectId: string | undefined; onClose: () => void }) {
  const [text, setText] = useState("");
  const router = useRouter();
  const { data: projects = [] } = useQuery(projectsList());
  const recent = useRecentPages();
  const { typed, isLooking } = useTypedPlaces(text, projectId);
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  // Enter before the service has answered opens the first place once it has.
  const [awaited, setAwaited] = useState<string>();
  const isAwaited = awaited !== undefined && awaited === text;
  const goToFirst = useEffectEvent(() => typed[0] && go(typed[0].href));
  useEffect(() => {
    if (isAwaited && !isLooking) goToFirst();
  }, [isAwaited, isLooking]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !isLooking) return;
    const chosen = event.currentTarget.querySelector<HTMLElement>("[cmdk-item][data-selected=true]");
    if (chosen?.dataset["value"] !== placeValue(0)) return;
    event.preventDefault();
    setAwaited(text);
  };
  return (
    <Dialog open onOpenChange={onClose} title="Go to" className="w-[min(560px,calc(100vw-32px))]">
      <Command label="Go to" loop filter={hasAllWords} onKeyDown={onKeyDown} className="grid gap-2">
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Search pages, projects, IDs, refs or text"
          className={`${controlClass} h-8`}
        />
        <Command.List className="max-h-[50vh] min-h-0 overflow-auto">
          {isAwaited && (
            <Command.Loading className="px-2 py-1 text-meta text-muted">Looking up the ID…</Command.Loading>
          )}
          {typed.length === 0 && <Command.Empty className="px-2 py-4 text-muted">No results.</Command.Empty>}
          {projectId && (
            <Group heading={projectId}>
              {SCREENS.map(({ segments, label, icon, words }) => (
                <Item key={label} icon={icon} keywords={words} onSelect={() => go(screenPath(projectId, ...segments))}>
                  {label}
                </Item>
              ))}
            </Group>
          )}
          {recent.length > 0 && (
            <Group heading="Recently opened">
              {recent.slice(0, 12).map(({ href, label }) => (
                <Item key={href} value={`${label} ${href}`} icon={Clock} onSelect={() => go(href)}>
                  {label}
                </Item>
              ))}
            </Group>
          )}
          <Group heading="Projects">
            {projects.map(({ project_id: id }) => (
              <Item key={id} value={`project ${id}`} icon={FolderOpen} onSelect={() => go(projectPath(id))}>
                {id}
              </Item>
            ))}
          </Group>
          {projectId && <ObjectItems projectId={projectId} onGo={go} />}
          {projectId && <TrainingItems projectId={projectId} onGo={go} />}
          <Actions onDone={onClose} onGo={go} />
          {/* Last, and always shown: the typed text may name something that is not listed. */}
          {typed.length > 0 && (
            <Group heading="Go to" forceMount>
              {typed.map(({ href, label }, index) => (
                <Item
                  key={placeValue(index)}
                  value={placeValue(index)}
                  icon={Search}
                  forceMount
                  onSelect={() => go(href)}
                >
                  {label}
                </Item>
              ))}
            </Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** The places that the text alone says, and those of what has it as its ID, which come first once they are found. */
function useTypedPlaces(text: string, projectId: string | undefined): { typed: Place[]; isLooking: boolean } {
  const { data: found = [], isFetching: isLooking } = useQuery(idPlaces(projectId ?? "", text));
  const typed = typedPlaces(text, projectId, window.location.origin);
  if (projectId === undefined || found.length === 0) return { typed, isLooking };
  const known = new Set([callPath(projectId, text.trim()), ...found.map(({ href }) => href)]);
  return { typed: [...found, ...typed.filter(({ href }) => !known.has(href))], isLooking };
}

function Actions({ onDone, onGo }: { onDone: () => void; onGo: (href: string) => void }) {
  const { resolvedTheme, setTheme } = useTheme();
  const [zone, setZone] = useZoneChoice();
  const otherTheme = resolvedTheme === "dark" ? "light" : "dark";
  const otherZone = zone === "utc" ? "local" : "utc";
  const done = (act: () => void) => () => {
    act();
    onDone();
  };
  return (
    <Group heading="Actions">
      <Item icon={Moon} onSelect={done(() => setTheme(otherTheme))}>
        Use {otherTheme} theme
      </Item>
      <Item icon={Clock} onSelect={done(() => setZone(otherZone))}>
        {otherZone === "utc" ? "Show times in UTC" : "Show times in the device time zone"}
      </Item>
      <Item icon={Link2} onSelect={done(() => void copyAddress())}>
        Copy link to this page
      </Item>
      <Item icon={SlidersHorizontal} onSelect={() => onGo("/settings/preferences")}>
        Preferences
      </Item>
      <Item icon={KeyRound} onSelect={() => onGo("/settings/keys")}>
        API keys
      </Item>
      <Item icon={Users} onSelect={() => onGo("/settings/people")}>
        People
      </Item>
      <Item icon={Server} onSelect={() => onGo("/settings/model-servers")}>
        Model servers
      </Item>
      <Item icon={GraduationCap} onSelect={() => onGo("/settings/training-runner")}>
        Training runner
      </Item>
      <Item icon={ScrollText} onSelect={() => onGo("/settings/audit")}>
        Audit log
      </Item>
      <Item icon={LogOut} onSelect={() => void signOutAndRedirect()}>
        Sign out
      </Item>
    </Group>
  );
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    toast({ title: "Link copied" });
  } catch {
    toast({ title: "The browser blocked copying", description: window.location.href, tone: "error" });
  }
}
