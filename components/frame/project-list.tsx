"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState, type KeyboardEvent, type ReactNode } from "react";

import { cn } from "@/components/ui/cn";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { projectPath } from "@/lib/format/address";
import { counted, formatCount } from "@/lib/format/number";
import { projectsList } from "@/lib/queries/projects";

const maxShown = 100;

/** The arrow keys move from the search box through the links and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/** Projects to select; one that is not listed can be opened by its name. */
export function ProjectList({ current, onNavigate }: { current?: string; onNavigate: () => void }) {
  const [text, setText] = useState("");
  const { data: projects, isError } = useQuery(projectsList());
  const query = text.trim();
  const found = projects?.filter(({ project_id: id }) => id.toLowerCase().includes(query.toLowerCase())) ?? [];
  const isTyped = /^[^/]+\/[^/]+$/.test(query) && !found.some(({ project_id: id }) => id === query);

  return (
    <div onKeyDown={moveFocus} role="presentation">
      <div className="p-2">
        <SearchInput label="Find or enter a project" value={text} onValueChange={setText} />
      </div>
      <div className="border-t border-line p-1">
        {!projects && !isError && (
          <div aria-busy className="grid gap-4 p-2">
            <Skeleton className="w-40" />
            <Skeleton className="w-28" />
          </div>
        )}
        {isError && <Note>The service did not list its projects. Type entity/project to open one.</Note>}
        {projects && found.length === 0 && !isTyped && (
          <Note>{projects.length === 0 ? "No projects yet. Sending a trace creates one." : "No projects match."}</Note>
        )}
        <ul>
          {found.slice(0, maxShown).map(({ project_id: id, calls }) => (
            <ProjectLink key={id} id={id} isCurrent={id === current} onNavigate={onNavigate}>
              <span className="ml-auto shrink-0 pl-3 text-meta text-muted">{counted(calls, "call")}</span>
            </ProjectLink>
          ))}
          {isTyped && (
            <ProjectLink id={query} isCurrent={false} onNavigate={onNavigate}>
              <span className="ml-auto shrink-0 pl-3 text-meta text-muted">open</span>
            </ProjectLink>
          )}
        </ul>
        {found.length > maxShown && <Note>{formatCount(found.length - maxShown)} more. Type to search.</Note>}
      </div>
      <div className="border-t border-line p-1">
        <Link href="/" onNavigate={onNavigate} className="flex h-7 items-center rounded-[5px] px-2 hover:bg-hover">
          All projects
        </Link>
      </div>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="px-2 py-1.5 text-meta text-muted">{children}</p>;
}

interface ProjectLinkProps {
  id: string;
  isCurrent: boolean;
  onNavigate: () => void;
  children: ReactNode;
}

function ProjectLink({ id, isCurrent, onNavigate, children }: ProjectLinkProps) {
  return (
    <li>
      <Link
        href={projectPath(id)}
        onNavigate={onNavigate}
        aria-current={isCurrent ? "true" : undefined}
        className={cn("flex h-7 items-center rounded-[5px] px-2 hover:bg-hover", isCurrent && "bg-selected")}
      >
        <span className="truncate">{id}</span>
        {children}
      </Link>
    </li>
  );
}
