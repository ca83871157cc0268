/** Rows of equal height in a box that shows some of them. */
export interface Extent {
  count: number;
  rowPx: number;
  /** Height of the visible part. */
  viewPx: number;
}

/** The scroll position: the scroll bar's offset, and the distance of the view's start from the first row's top. */
export interface ScrollPlace {
  scrollTop: number;
  offset: number;
}

/** Browsers support no greater height: Firefox's limit is a little below 17.9 million pixels. */
const HIGHEST_PX = 16_000_000;
/** A move within this many views is made with the wheel; a longer one with the scroll bar. */
const NEAR_VIEWS = 4;

/** The height of the scroll bar's content. */
export function scrollHeight({ count, rowPx }: Extent): number {
  return Math.min(count * rowPx, HIGHEST_PX);
}

/** Whether there are more rows than a browser can lay out, so that rows share the scroll bar's pixels. */
export function isCompressed(extent: Extent): boolean {
  return extent.count * extent.rowPx > HIGHEST_PX;
}

/**
 * The position after the scroll bar moved. If rows share its pixels, a short move is a move by as many pixels of rows,
 * and a long one moves to the same share of the rows; both ends are reached exactly.
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

/** The position at which the view begins at this distance from the first row's top. */
export function placeAt(extent: Extent, offset: number): ScrollPlace {
  const last = lastOffset(extent);
  const within = Math.max(0, Math.min(offset, last));
  if (!isCompressed(extent)) return { scrollTop: within, offset: within };
  const most = scrollHeight(extent) - extent.viewPx;
  // Whole pixels: a browser rounds offsets, and the rounding would count as a move.
  return { scrollTop: Math.round((within / last) * most), offset: within };
}

/** The nearest offset at which a row is fully visible. */
export function offsetFor({ rowPx, viewPx }: Extent, offset: number, index: number): number {
  if (index * rowPx < offset) return index * rowPx;
  return Math.max(offset, (index + 1) * rowPx - viewPx);
}

/** The visible rows, and `overscan` more on each side: from `first` inclusive to `end` exclusive. */
export function rowsSeen(extent: Extent, offset: number, overscan: number): { first: number; end: number } {
  const { count, rowPx, viewPx } = extent;
  const first = Math.max(0, Math.floor(offset / rowPx) - overscan);
  return { first: Math.min(first, count), end: Math.min(count, Math.ceil((offset + viewPx) / rowPx) + overscan) };
}

function lastOffset({ count, rowPx, viewPx }: Extent): number {
  return Math.max(0, count * rowPx - viewPx);
}
