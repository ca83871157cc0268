"use client";

import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from "react";

import { modelColors } from "@/lib/format/category-color";

import { cn } from "./cn";

interface Colors {
  colorOf: (model: string) => string;
  /** Requests the order again, once for each model that is not in it. */
  notice: (model: string) => void;
}

const noModels: readonly string[] = [];
const Context = createContext<Colors>({ colorOf: modelColors(noModels), notice: () => undefined });

interface ModelColorsProps {
  /** Models in the order of their first calls; undefined if unknown, as with a service that lists none. */
  order: readonly string[] | undefined;
  /** Whether the order is loading: until then all are gray. */
  isPending: boolean;
  /** Called once for each model that is shown but not in the order. */
  onUnknown: () => void;
  children: ReactNode;
}

/** The colors of models, the same on every page and chart inside. */
export function ModelColors({ order, isPending, onUnknown, children }: ModelColorsProps) {
  const asked = useRef(new Set<string>());
  const colors = useMemo(() => {
    const colorOf = modelColors(order ?? noModels);
    const known = new Set(order);
    return {
      colorOf: (model: string) => (isPending ? "var(--line-strong)" : colorOf(model)),
      notice: (model: string) => {
        if (!order || known.has(model) || asked.current.has(model)) return;
        asked.current.add(model);
        onUnknown();
      },
    };
  }, [order, isPending, onUnknown]);
  return <Context value={colors}>{children}</Context>;
}

/** The color of a model, for charts. */
export function useModelColor(): (model: string) => string {
  return useContext(Context).colorOf;
}

/** A dot in a model's color beside its name; hollow if none is assigned. */
export function ModelDot({ model }: { model: string }) {
  const { colorOf, notice } = useContext(Context);
  useEffect(() => {
    if (model !== "") notice(model);
  }, [model, notice]);
  return (
    <span
      aria-hidden
      style={{ background: model === "" ? undefined : colorOf(model) }}
      className={cn("size-2 shrink-0 rounded-full", model === "" && "border border-control")}
    />
  );
}
