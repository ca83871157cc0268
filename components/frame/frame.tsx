import type { ReactNode } from "react";

import { SkipLink } from "@/components/ui/skip-link";

import { LeftRail } from "./left-rail";
import { TopBar } from "./top-bar";

interface FrameProps {
  userName: string;
  serviceName: string;
  /** `<entity>/<project>`; absent if no project is open. */
  projectId?: string;
  /** The connection banner, between the top bar and the page. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of every page for signed-in users. */
export function Frame({ userName, serviceName, projectId, banner, children }: FrameProps) {
  return (
    <div className="flex h-dvh">
      <SkipLink to="main">Skip to content</SkipLink>
      <LeftRail projectId={projectId} />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar userName={userName} serviceName={serviceName} projectId={projectId} />
        {banner}
        <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-auto outline-none">
          {children}
        </main>
      </div>
    </div>
  );
}
