import UPlot from "uplot";

import type { TimeZone } from "@/lib/format/time";

import { tickTime } from "./axis-time";
import {
  bucketAt,
  type ChartData,
  type ChartSeries,
  cutOff,
  stepsWithin,
  tickSteps,
  xRange,
  yWithZero,
} from "./chart-data";

export interface PlotLook {
  /** Pixels, including the axis. */
  height: number;
  /** The type of x: instants in milliseconds since 1970, or plain numbers. */
  x: "time" | "number";
  format: (value: number) => string;
  /** Formats all ticks of y together, so that they have the same decimals; by default each with `format`. */
  formatTicks?: (ticks: readonly number[]) => string[];
  /** Possible distances between ticks of y; by default 1, 2 and 5 times powers of ten. */
  ySteps?: readonly number[];
  formatX?: (value: number) => string;
  /** Charts of the same name share their cursor. */
  sync?: string;
}

interface PlotSource {
  element: HTMLElement;
  zone: TimeZone;
  look: () => PlotLook;
  data: () => ChartData;
  onPoint: (index: number | undefined) => void;
  onSelect: (a: number, b: number) => void;
}

const axisPx = { x: 20, y: 52 };
const topPx = 6;
/** The least distance of two ticks of y. */
const tickPx = 26;
const fontPx = 11;
/** Room for one character of a label, and for its gap to the axis. */
const labelPx = { char: 6.5, gap: 8 };
const barShare = 0.86;
const maxBarPx = 48;
const markPx = 4;
/** Diameters. A lone dot has no line that leads to it, so it is larger. */
const dotPx = { few: 4, lone: 7 };
/** Maximum number of points of a line that are all drawn as dots; with more, only isolated ones are. */
const DOTTED_POINTS = 30;

/** uPlot's options for a chart in our colors; values that may change are read when it draws. */
export function plotOptions({ element, zone, look, data, onPoint, onSelect }: PlotSource): UPlot.Options {
  const styles = getComputedStyle(element);
  const color = (value: string) => {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return name ? styles.getPropertyValue(name).trim() : value;
  };
  const { height, x, sync, ySteps = tickSteps() } = look();
  const fitting = (height - axisPx.x - topPx) / tickPx;
  const axis = { stroke: color("var(--muted)"), font: `${fontPx}px ${styles.fontFamily}`, ticks: { show: false } };
  return {
    width: Math.max(1, Math.floor(element.clientWidth)),
    height,
    ms: 1,
    tzDate: (ms) => UPlot.tzDate(new Date(ms), zone),
    // Room for half a label of time, which is centred on its tick.
    padding: [topPx, 28, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: x === "time", range: () => xRange(data()) },
      y: {
        range: (_plot, min, max) => {
          const { points, ceiling } = data();
          if (points) return yFitting(min, max);
          return ceiling === undefined ? yWithZero(min, max, { steps: ySteps, fitting }) : [0, ceiling];
        },
      },
    },
    axes: [
      {
        ...axis,
        size: axisPx.x,
        space: 64,
        gap: 4,
        grid: { show: false },
        ...(x === "time" ? {} : { incrs: tickSteps(data().starts) }),
        values: (_plot, splits, _axis, _space, step) =>
          splits.map((at) => (x === "time" ? tickTime(at, step, zone) : (look().formatX ?? String)(at))),
      },
      {
        ...axis,
        // Without labels before the first layout. Small amounts, such as $0.000004, need more than the usual width.
        size: (_plot, labels: readonly (string | null)[] | null) =>
          Math.max(axisPx.y, ...(labels ?? []).map((label) => (label?.length ?? 0) * labelPx.char + labelPx.gap)),
        space: tickPx,
        gap: 4,
        grid: { stroke: color("var(--line)"), width: 1 },
        incrs: (_plot, _axis, min, max) => stepsWithin([min, max], { steps: ySteps, fitting }),
        values: (_plot, splits) => distinct(look().formatTicks?.(splits) ?? splits.map(look().format)),
      },
    ],
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      ...(sync ? { sync: { key: sync, setSeries: false } } : {}),
      dataIdx: (plot) => bucketAt(data(), plot.posToVal(plot.cursor.left ?? 0, "x")),
    },
    series: [
      {},
      ...data()
        .series.map((series) => seriesOptions(series, color, data().points !== undefined))
        .toReversed(),
    ],
    hooks: {
      draw: [(plot) => markCutOff(plot, data(), color("var(--ink)"))],
      setCursor: [
        (plot) => {
          const left = plot.cursor.left ?? -1;
          onPoint(left < 0 ? undefined : bucketAt(data(), plot.posToVal(left, "x")));
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width <= 0) return;
          onSelect(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** A small arrow at the top of each bucket with a value above the maximum of y. */
function markCutOff(plot: UPlot, data: ChartData, color: string): void {
  const { ctx, bbox } = plot;
  const size = markPx * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = color;
  for (const index of cutOff(data)) {
    const x = plot.valToPos(data.starts[index] ?? 0, "x", true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top - size / 2);
    ctx.lineTo(x - size, bbox.top + size);
    ctx.lineTo(x + size, bbox.top + size);
    ctx.fill();
  }
  ctx.restore();
}

/** All values with a margin; a constant line is in the middle. */
function yFitting(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  const margin = max > min ? (max - min) * 0.06 : Math.abs(max) * 0.1 || 1;
  return [min - margin, max + margin];
}

function seriesOptions(
  { label, color: value, look }: ChartSeries,
  color: (value: string) => string,
  isOfPoints: boolean,
): UPlot.Series {
  const drawn = color(value);
  const points = { show: false };
  if (look === "line") {
    // A line needs two points: a single point between gaps is drawn as a dot, and so are few points.
    const dots = {
      size: isOfPoints ? dotPx.few : dotPx.lone,
      fill: drawn,
      stroke: drawn,
      filter: isOfPoints ? fewPoints : lonePoints,
    };
    return { label, stroke: drawn, width: 1.5, points: dots, spanGaps: false };
  }
  const paths = UPlot.paths.bars?.({ align: 1, size: [barShare, maxBarPx, 1] });
  return { label, fill: drawn, width: 0, points, ...(paths ? { paths } : {}) };
}

function fewPoints(plot: UPlot, series: number): number[] {
  const values = [...(plot.data[series] ?? [])];
  return values.length > DOTTED_POINTS ? lonePoints(plot, series) : values.map((_value, index) => index);
}

function lonePoints({ data }: UPlot, series: number): number[] {
  const values = [...(data[series] ?? [])];
  const isMissing = (index: number) => values[index] === null || values[index] === undefined;
  return values.flatMap((_value, index) =>
    !isMissing(index) && isMissing(index - 1) && isMissing(index + 1) ? [index] : [],
  );
}

/** Leaves out labels that would equal the next one: half a call rounds to one. */
function distinct(labels: readonly string[]): string[] {
  return labels.map((label, index) => (label === labels[index + 1] ? "" : label));
}
