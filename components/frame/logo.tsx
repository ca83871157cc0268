/** The mark: a loupe over a point. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeLinecap="round" className={className}>
      <circle cx="10.5" cy="10.5" r="7.25" strokeWidth="2" />
      <circle cx="10.5" cy="10.5" r="2" fill="currentColor" stroke="none" />
      <path d="m16 16 5 5" strokeWidth="2.75" />
    </svg>
  );
}
