import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** Why it is empty. */
  description?: ReactNode;
  /** Whether it is the whole page, so that its title is the page's heading. */
  isPage?: boolean;
  /** What to do next: a snippet, a button. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, description, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <section className="mx-auto grid w-full max-w-160 grid-cols-1 justify-items-start gap-3 px-4 py-12">
      {Icon && <Icon aria-hidden className="size-6 text-faint" />}
      <div>
        <Heading className="text-section font-semibold">{title}</Heading>
        {description && <p className="text-body text-muted">{description}</p>}
      </div>
      {children}
    </section>
  );
}
