import type { Config } from "tailwind-merge";

// The classes that components use, by the property that they set. The library's own list has every class of Tailwind,
// and is 6 KiB; `cn.test.ts` compares the two for all classes of the tree.

const any = () => true;
const isArbitrary = (value: string) => value.startsWith("[");

/** Prefixes whose classes all set the same property. */
const PREFIXES = `
  m mx my mt mr mb ml p px py pt pr pb pl inset inset-x inset-y top right bottom left z order w h size min-w max-w
  min-h max-h basis gap gap-x gap-y grid-cols auto-rows col-span items justify justify-items justify-self self
  content rounded rounded-t rounded-l rounded-r shadow opacity bg fill overflow overflow-x overflow-y overscroll
  object whitespace leading list align cursor select pointer-events resize touch appearance animate transition
  rotate translate translate-x translate-y outline-offset underline-offset
`;

const SIDES = ["x", "y", "t", "r", "b", "l"];

type Groups = Config<string, string>["classGroups"];

const classGroups: Groups = {
  ...Object.fromEntries(
    PREFIXES.trim()
      .split(/\s+/)
      .map((prefix) => [prefix, [{ [prefix]: ["", any] }]]),
  ),
  display: [
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "contents",
    "hidden",
    "table",
    "table-row",
  ],
  position: ["static", "fixed", "absolute", "relative", "sticky"],
  visibility: ["visible", "invisible", "collapse"],
  sr: ["sr-only", "not-sr-only"],
  flex: [{ flex: ["1", "none", "auto"] }],
  "flex-direction": [{ flex: ["row", "col"] }],
  "flex-wrap": [{ flex: ["wrap", "nowrap"] }],
  grow: [{ grow: ["", any] }],
  shrink: [{ shrink: ["", any] }],
  "font-size": [{ text: ["label", "meta", "body", "section", "title", isArbitrary] }],
  "text-alignment": [{ text: ["left", "center", "right"] }],
  "text-color": [{ text: [any] }],
  "font-weight": [{ font: ["normal", "medium", "semibold"] }],
  "font-family": [{ font: ["sans", "mono"] }],
  "font-style": ["italic", "not-italic"],
  "text-decoration": ["underline", "line-through", "no-underline"],
  "text-decoration-style": [{ decoration: ["dotted", "double", "wavy"] }],
  "text-decoration-color": [{ decoration: [any] }],
  "text-overflow": ["truncate"],
  "border-w": [{ border: ["", "0", "2"] }],
  "border-style": [{ border: ["dashed", "solid", "none"] }],
  "border-collapse": [{ border: ["collapse", "separate"] }],
  "border-color": [{ border: [any] }],
  ...Object.fromEntries(SIDES.map((side) => [`border-w-${side}`, [{ [`border-${side}`]: ["", "0", "2", "3"] }]])),
  ...Object.fromEntries(SIDES.map((side) => [`border-color-${side}`, [{ [`border-${side}`]: [any] }]])),
  "outline-style": [{ outline: ["none", "hidden"] }],
  "outline-w": [{ outline: ["", "0", "2"] }],
  "outline-color": [{ outline: [any] }],
  "ring-w": [{ ring: ["", "0", "1", "2"] }],
  "ring-w-inset": ["ring-inset"],
  "ring-color": [{ ring: [any] }],
};

/** Groups that a later class of a group replaces too. */
const conflictingClassGroups = {
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  size: ["w", "h"],
  "font-size": ["leading"],
  gap: ["gap-x", "gap-y"],
  flex: ["basis", "grow", "shrink"],
  overflow: ["overflow-x", "overflow-y"],
  rounded: ["rounded-t", "rounded-l", "rounded-r"],
  translate: ["translate-x", "translate-y"],
  "border-w": SIDES.map((side) => `border-w-${side}`),
  "border-w-x": ["border-w-r", "border-w-l"],
  "border-w-y": ["border-w-t", "border-w-b"],
  "border-color": SIDES.map((side) => `border-color-${side}`),
};

export const config: Config<string, string> = {
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: { "font-size": ["leading"] },
  orderSensitiveModifiers: [
    "before",
    "after",
    "placeholder",
    "file",
    "marker",
    "selection",
    "first-line",
    "first-letter",
    "*",
    "**",
    "backdrop",
    "details-content",
  ],
};
