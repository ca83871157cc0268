import { AccountMenu } from "./account-menu";
import { BackLink, Breadcrumb } from "./breadcrumb";
import { HelpButton } from "./help-button";
import { PaletteButton } from "./palette/palette-button";
import { PhoneMenu } from "./phone-menu";
import { ProjectSwitcher } from "./project-switcher";
import { ThemeMenu } from "./theme-menu";

interface TopBarProps {
  userName: string;
  serviceName: string;
  projectId?: string;
}

/** The header of every page: project, breadcrumb, theme, help, account. */
export function TopBar({ userName, serviceName, projectId }: TopBarProps) {
  return (
    <header className="flex h-10 shrink-0 items-center gap-2 border-b border-line bg-page px-2">
      <PhoneMenu projectId={projectId} />
      <BackLink />
      <ProjectSwitcher projectId={projectId} />
      <div className="min-w-0 flex-1 max-sm:hidden">
        <Breadcrumb />
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        <PaletteButton projectId={projectId} />
        <ThemeMenu />
        <HelpButton />
        <AccountMenu userName={userName} serviceName={serviceName} />
      </div>
    </header>
  );
}
