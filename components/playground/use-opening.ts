"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { parseAsNativeArrayOf, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useEffect, useRef } from "react";

import { toast } from "@/components/ui/toast-store";
import type { Call } from "@/lib/contract/calls";
import { JsonNode } from "@/lib/contract/json/node";
import { isUntouched, type PlaygroundDocument } from "@/lib/playground/document";
import { documentOfCall } from "@/lib/playground/import-call";
import { readPreset } from "@/lib/playground/preset";
import { unpackDocument } from "@/lib/playground/share-link";
import { presetDetail } from "@/lib/queries/presets";
import { callDetail } from "@/lib/queries/trace";

/** A traced call by its id; a saved playground by its name; models to be tried side by side on what is here. */
const parsers = { call: parseAsString, preset: parseAsString, model: parseAsNativeArrayOf(parseAsString) };

const shareStart = "#share=";

/** The fragment that carries a shared playground. */
export function shareFragment(packed: string): string {
  return `${shareStart}${packed}`;
}

interface Opening {
  projectId: string;
  /** What would be replaced. */
  read: () => PlaygroundDocument;
  replace: (document: PlaygroundDocument) => void;
  chooseModels: (models: readonly string[]) => void;
}

type Source = { callId: string } | { packed: string } | { preset: string };

interface Opened {
  document: PlaygroundDocument;
  title: string;
  description?: string;
}

/** Opens what the address names, a traced call, a saved or a shared playground; what was there can be brought back. */
export function useOpening({ projectId, read, replace, chooseModels }: Opening) {
  const cache = useQueryClient();
  const [{ call, preset, model }, setNamed] = useQueryStates(parsers);
  const open = useCallback(
    ({ document, title, description }: Opened) => {
      const before = read();
      replace(document);
      const action = { label: "Undo", onAction: () => replace(before) };
      toast({ title, description, ...(isUntouched(before) ? {} : { action, durationMs: 20_000 }) });
    },
    [read, replace],
  );
  const { mutate, error, reset } = useMutation({
    mutationFn: async (source: Source): Promise<Opened> => {
      if ("packed" in source) return { document: await unpackDocument(source.packed), title: "Opened from the link" };
      if ("callId" in source) return openedCall(await cache.fetchQuery(callDetail(projectId, source.callId)));
      const { val } = await cache.fetchQuery(presetDetail(projectId, source.preset, "latest"));
      return { document: readPreset(val), title: `Opened ${source.preset}` };
    },
    onSuccess: open,
  });
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const named = call ?? preset;
    if (named === null || named === asked.current) return;
    asked.current = named;
    // Out of the address at once: a reload shall keep what was edited since.
    void setNamed({ call: null, preset: null }, { history: "replace" });
    mutate(call === null ? { preset: named } : { callId: named });
  }, [call, mutate, preset, setNamed]);
  useEffect(() => {
    if (model.length === 0) return;
    void setNamed({ model: null }, { history: "replace" });
    chooseModels(model);
  }, [chooseModels, model, setNamed]);
  useEffect(() => {
    const openShared = () => {
      const { hash, pathname, search } = window.location;
      if (!hash.startsWith(shareStart)) return;
      window.history.replaceState(window.history.state, "", pathname + search);
      mutate({ packed: hash.slice(shareStart.length) });
    };
    openShared();
    window.addEventListener("hashchange", openShared);
    return () => window.removeEventListener("hashchange", openShared);
  }, [mutate]);
  return { open, openCall: (id: string) => mutate({ callId: id }), problem: error?.message, dismissProblem: reset };
}

function openedCall({ inputs, summary }: Call): Opened {
  // Calls that name no model in their inputs still say whose tokens they used.
  const usage = summary && JsonNode.parse(summary).get("usage");
  const [model] = [...(usage?.entries() ?? [])].map(([name]) => name);
  const imported = documentOfCall({ inputs, model });
  if (!imported) throw new Error("This call holds no conversation that a model could answer.");
  const { document, leftOut } = imported;
  const title = "Opened from the trace";
  if (leftOut.length === 0) return { document, title };
  return { document, title, description: `Left out, since no model takes it: ${leftOut.join(", ")}` };
}
