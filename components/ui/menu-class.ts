/** Floating elements: menus, popovers, select lists. */
export const floatClass =
  "z-40 animate-appear overflow-auto rounded-float border border-line-strong bg-float p-1 text-body text-ink shadow-float outline-none";

/** One line of a menu or select list. */
export const itemClass =
  "flex min-h-7 cursor-pointer items-center gap-2 rounded-[5px] px-2 py-1 text-body outline-none select-none data-highlighted:bg-hover data-disabled:pointer-events-none data-disabled:text-faint";
