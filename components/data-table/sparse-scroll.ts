/** Rows of one height in a box that shows some of them. */
export interface Extent {
  count: number;
  rowPx: number;
  /** Height of the part that is seen. */
  viewPx: number;
}

/** The scroll position: the scroll bar's offset, and how far below the first row's top the view begins. */
export interface ScrollPlace {
  scrollTop: number;
  offset: number;
}

/** Browsers lay out nothing higher: Firefox ends a little below 17.9 million pixels. */
const HIGHEST_PX = 16_000_000;
/** A move within so many views is a turn of the wheel; a longer one is a pull at the scroll bar. */
const NEAR_VIEWS = 4;

/** The height that the scroll bar measures. */
export function scrollHeight({ count, rowPx }: Extent): number {
  return Math.min(count * rowPx, HIGHEST_PX);
}

/** Whether more rows than a browser can lay out share the scroll bar. */
export function isCompressed(extent: Extent): boolean {
  return extent.count * extent.rowPx > HIGHEST_PX;
}

/**
 * The place after the scroll bar moved. Where rows share its pixels a short move is one of as many pixels of rows, and a
 * long one goes to the same share of the rows; both ends are the ends.
 */
export function scrolled(extent: Extent, { scrollTop, offset }: ScrollPlace, next: number): ScrollPlace {
  if (!isCompressed(extent)) return { scrollTop: next, offset: next };
  const [most, last] = [scrollHeight(extent) - extent.viewPx, lastOffset(extent)];
  if (next <= 0) return { scrollTop: next, offset: 0 };
  if (next >= most - 1) return { scrollTop: next, offset: last };
  const isNear = Math.abs(next - scrollTop) <= extent.viewPx * NEAR_VIEWS;
  const wanted = isNear ? offset + next - scrollTop : (next / most) * last;
  return { scrollTop: next, offset: Math.max(0, Math.min(wanted, last)) };
}

/** The place at which the view begins so far below the first row's top. */
export function placeAt(extent: Extent, offset: number): ScrollPlace {
  const last = lastOffset(extent);
  const within = Math.max(0, Math.min(offset, last));
  if (!isCompressed(extent)) return { scrollTop: within, offset: within };
  const most = scrollHeight(extent) - extent.viewPx;
  // Whole pixels: a browser rounds offsets, and the rounding would count as a move.
  return { scrollTop: Math.round((within / last) * most), offset: within };
}

/** The nearest offset at which a row is seen whole. */
export function offsetFor({ rowPx, viewPx }: Extent, offset: number, index: number): number {
  if (index * rowPx < offset) return index * rowPx;
  return Math.max(offset, (index + 1) * rowPx - viewPx);
}

/** The rows that are seen, and `overscan` more on each side: from `first`, without `end`. */
export function rowsSeen(extent: Extent, offset: number, overscan: number): { first: number; end: number } {
  const { count, rowPx, viewPx } = extent;
  const first = Math.max(0, Math.floor(offset / rowPx) - overscan);
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((offset + viewPx) / rowPx) + overscan) };
}

function lastOffset({ count, rowPx, viewPx }: Extent): number {
  return Math.max(0, count * rowPx - viewPx);
}
