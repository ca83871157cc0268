"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { isFocusFree } from "@/components/ui/boxes";
import { useLineFocus } from "@/components/ui/use-line-focus";
import { useVirtualRows } from "@/components/ui/use-virtual-rows";
import { ancestorIds, countLevels, flattenVisible } from "@/lib/trace/visible-rows";

import { treeStep } from "./tree-indent";
import { useAnchor } from "./use-anchor";
import { useTreeKeys } from "./use-tree-keys";

const rowPx = 28;
const headPx = 24;
/** While a key is held down, only the last selected row is opened. */
const settleMs = 120;
const keyOf = ({ node }: { node: { id: string } }) => node.id;

export interface TreeNode<Node> {
  id: string;
  parent?: Node | undefined;
  children: readonly Node[];
}

interface CallTreeSource<Node> {
  roots: readonly Node[];
  byId: ReadonlyMap<string, Node>;
  /** The nodes to show; undefined shows all. */
  kept: ReadonlySet<string> | undefined;
  selectedId: string | undefined;
  /** The text that type-ahead searches. */
  nameOf: (node: Node) => string;
  /** Called with the node that the user has moved to by keyboard. */
  onPass: (node: Node) => void;
}

/** A tree of calls on the screen: its rows, the current one, and what is collapsed. */
export type CallTree<Node extends TreeNode<Node>> = ReturnType<typeof useCallTree<Node>>;

/** The state of a tree of calls: of a trace, or of two traces that are compared. */
export function useCallTree<Node extends TreeNode<Node>>(source: CallTreeSource<Node>) {
  const { roots, byId, kept, selectedId, nameOf, onPass } = source;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [currentId, setCurrentId] = useState(selectedId);
  const scroller = useRef<HTMLDivElement>(null);
  const focusLine = useLineFocus(scroller);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const passed = useRef<string>(undefined);
  const lines = useMemo(() => flattenVisible({ roots }, collapsed, kept), [roots, collapsed, kept]);
  const indent = useMemo(() => treeStep(countLevels({ roots })), [roots]);
  const places = useMemo(() => new Map(lines.map(({ node }, index) => [node.id, index])), [lines]);
  const placeOf = (id: string | undefined) => (id === undefined ? undefined : places.get(id));
  const selectedPlace = placeOf(selectedId);
  const current = placeOf(currentId) ?? selectedPlace ?? 0;

  const visible = useVirtualRows({ items: lines, keyOf, scroller, rowPx, overscan: 16, headPx });
  const onScroll = useAnchor(scroller, lines, rowPx);

  const expand = (ids: readonly string[]) =>
    setCollapsed((before) => (ids.some((id) => before.has(id)) ? without(before, ids) : before));
  // Selected elsewhere (a link, the browser's back): its ancestors expand, and it scrolls into view.
  const selected = selectedId === undefined ? undefined : byId.get(selectedId);
  const isLoaded = selected !== undefined;
  useEffect(() => {
    // A selection made while moving through the tree takes effect later, when the user may have moved on.
    const isPassed = selectedId === passed.current;
    if (!isPassed) clearTimeout(settling.current);
    if (!selected) return;
    passed.current = undefined;
    // A row that was passed was visible; what was collapsed since then stays so.
    if (isPassed) return;
    setCurrentId(selected.id);
    expand(ancestorIds(selected));
    // oxlint-disable-next-line react/exhaustive-deps -- the tree is new whenever it is read
  }, [selectedId, isLoaded]);
  const isInTree = selectedPlace !== undefined;
  useEffect(() => {
    if (selectedPlace === undefined) return;
    visible.scrollTo(selectedPlace, visible.isVisible(selectedPlace) ? "auto" : "center");
    // oxlint-disable-next-line react/exhaustive-deps -- new calls above it must not scroll the reader
  }, [selectedId, isInTree]);

  // A focused row that is removed, as when another trace is shown, is not blurred. The focus stays in the tree.
  const holdsFocus = useRef(false);
  useEffect(() => {
    const box = scroller.current;
    if (!isFocusFree()) holdsFocus.current = box?.contains(document.activeElement) ?? false;
    else if (holdsFocus.current)
      box?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  });

  const goTo = (index: number) => {
    const line = lines[index];
    if (!line) return;
    focusLine(index);
    setCurrentId(line.node.id);
    visible.scrollTo(index, "auto");
    clearTimeout(settling.current);
    settling.current = setTimeout(() => {
      passed.current = line.node.id;
      onPass(line.node);
    }, settleMs);
  };
  useEffect(() => () => clearTimeout(settling.current), []);

  const idOf = (index: number) => lines[index]?.node.id ?? "";
  const onKeyDown = useTreeKeys({
    lines,
    current,
    pageLines: () => Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1,
    nameOf: (index) => {
      const line = lines[index];
      return line ? nameOf(line.node) : "";
    },
    onGoTo: goTo,
    onExpand: (indices) => expand(indices.map(idOf)),
    onCollapse: (index) => setCollapsed(new Set(collapsed).add(idOf(index))),
  });
  const toggle = useCallback((id: string) => setCollapsed((before) => toggled(before, id)), []);

  return {
    lines,
    /** The index of the row that Tab focuses. */
    current,
    selectedId,
    scroller,
    visible,
    indent,
    onScroll,
    onKeyDown,
    onFocusChange: (isInside: boolean) => {
      holdsFocus.current = isInside;
    },
    setCurrentId,
    /** Moves to a row by its index. */
    goTo,
    toggle,
    /** Expands the ancestors of a node. */
    reveal: (node: Node) => expand(ancestorIds(node)),
    collapseAll: () =>
      setCollapsed(new Set([...byId.values()].filter(({ children }) => children.length > 0).map(({ id }) => id))),
    /** Undefined if nothing is collapsed. */
    expandAll: collapsed.size > 0 ? () => setCollapsed(new Set()) : undefined,
  };
}

function without(ids: ReadonlySet<string>, removed: readonly string[]): ReadonlySet<string> {
  const next = new Set(ids);
  for (const id of removed) next.delete(id);
  return next;
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? without(ids, [id]) : new Set(ids).add(id);
}
