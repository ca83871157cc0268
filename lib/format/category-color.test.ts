import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";

import { CATEGORIES, distinctColors, modelColors, paletteColor } from "./category-color";

const names = Array.from({ length: CATEGORIES }, (_, index) => `model-${index}`);

describe("modelColors", () => {
  it("gives the first twelve models different colors, in the order of their first calls", () => {
    expect(names.map(modelColors(names))).toEqual(names.map((_name, place) => paletteColor(place)));
    expect(new Set(names.map(modelColors(names))).size).toBe(12);
  });

  it("keeps the color of a model when others are added", () => {
    const before = modelColors(names.slice(0, 4));
    const after = modelColors(names);
    for (const name of names.slice(0, 4)) expect(after(name)).toBe(before(name));
  });

  it.each([0, 4, 11])("gives a model without calls a color that none of the %s others has", (count) => {
    const order = names.slice(0, count);
    const color = modelColors(order);
    expect(color("new")).toBe(color("new"));
    expect(order.map(color)).not.toContain(color("new"));
  });

  it("starts again after twelve", () => {
    expect(modelColors([...names, "one more"])("one more")).toBe(paletteColor(0));
  });
});

describe("distinctColors", () => {
  it("gives twelve keys different colors, in any order", () => {
    const colors = distinctColors(names);
    expect(new Set(colors.values()).size).toBe(12);
    expect(distinctColors(names.toReversed())).toEqual(colors);
  });

  it("has a color for more than twelve", () => {
    expect(distinctColors([...names, "a", "b"]).size).toBe(14);
  });
});

type Triple = readonly [number, number, number];

const css = readFileSync(path.resolve(import.meta.dirname, "../../app/globals.css"), "utf8");
const themes = {
  light: css.split('[data-theme="dark"] {')[0] ?? "",
  dark: css.split('[data-theme="dark"] {')[1] ?? "",
};

/**
 * Minimum distance in OKLab between two colors (0.02 is about the smallest difference that can be seen side by side).
 */
const LEAST_APART = { "common sight": 0.1, protanopia: 0.05, deuteranopia: 0.05, tritanopia: 0.05 };
/** WCAG 2.2, 1.4.11: contrast of graphics with their background. */
const LEAST_CONTRAST = 3;

// Machado, Oliveira and Fernandes (2009), severity 1, on linear sRGB.
const SIGHTS: Record<keyof typeof LEAST_APART, readonly [Triple, Triple, Triple]> = {
  "common sight": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const product = (rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const of = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [of(rows[0]), of(rows[1]), of(rows[2])];
};
const map = ([x, y, z]: Triple, change: (value: number) => number): Triple => [change(x), change(y), change(z)];

// https://bottosson.github.io/posts/oklab/
function linearOf([lightness, chroma, hue]: Triple): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const cones: Triple = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ];
  return product(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    map(cones, (cone) => cone ** 3),
  );
}

function labOf(linear: Triple): Triple {
  const cones = product(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    map(linear, (value) => Math.max(0, value)),
  );
  return product(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    map(cones, Math.cbrt),
  );
}

const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: Triple, other: Triple): number {
  const [lighter, darker] = [Math.max(luminance(one), luminance(other)), Math.min(luminance(one), luminance(other))];
  return (lighter + 0.05) / (darker + 0.05);
}

function tokenOf(theme: keyof typeof themes, name: string): Triple {
  const found = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(themes[theme]);
  return linearOf([Number(found?.[1]), Number(found?.[2]), Number(found?.[3])]);
}

const palette = (theme: keyof typeof themes) =>
  Array.from({ length: CATEGORIES }, (_, place) => tokenOf(theme, `category-${place + 1}`));

describe.each(["light", "dark"] as const)("the palette of the %s theme", (theme) => {
  test("can be seen on every ground that it is drawn on", () => {
    for (const ground of ["page", "raised", "float"])
      for (const color of palette(theme))
        expect(contrast(color, tokenOf(theme, ground))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });

  test("is of colors that a screen can show", () => {
    for (const value of palette(theme).flat()) {
      expect(value).toBeGreaterThan(-0.001);
      expect(value).toBeLessThan(1.001);
    }
  });

  test.each(Object.entries(SIGHTS))("can be distinguished with %s", (sight, matrix) => {
    const seen = palette(theme).map((color) => labOf(product(matrix, color)));
    const pairs = seen.flatMap((one, index) => seen.slice(index + 1).map((other) => [one, other] as const));
    const least = Math.min(...pairs.map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])));
    expect(least).toBeGreaterThan(Object.entries(LEAST_APART).find(([name]) => name === sight)?.[1] ?? 1);
  });
});
