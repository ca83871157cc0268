/** Skips the frame and focuses the element with this id. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-3 focus:py-1.5 focus:font-medium focus:text-on-accent"
    >
      {children}
    </a>
  );
}
