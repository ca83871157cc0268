import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { browserClient } from "@/lib/client/browser-client";
import type { Client } from "@/lib/client/client";
import { byOffset } from "./offset-pages";
import { projectSettings } from "./projects";

/** Moves of one page of a history. */
const MOVES_PAGE_ROWS = 20;

/** An object of a project, by name. */
export interface LabelledObject {
  projectId: string;
  name: string;
}

/** The labels of an object, in alphabetical order, with the versions they are on. */
export function objectLabels({ projectId, name }: LabelledObject, client: Client = browserClient) {
  return queryOptions({
    queryKey: ["objects", "labels", { projectId, name }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, object_ids: [name] };
      return (await client.request("objLabelsQuery", body, { signal })).labels;
    },
  });
}

/** The labels of several objects, by object, with the versions they are on. */
export function labelsOfObjects(
  { projectId, names }: { projectId: string; names: readonly string[] },
  client: Client = browserClient,
) {
  return queryOptions({
    queryKey: ["objects", "labels", { projectId, names }] as const,
    queryFn: async ({ signal }) => {
      const body = { project_id: projectId, object_ids: [...names] };
      return (await client.request("objLabelsQuery", body, { signal })).labels;
    },
  });
}

/** Who moved the labels of an object, newest first, page by page. */
export function labelHistory({ projectId, name }: LabelledObject, client: Client = browserClient) {
  return infiniteQueryOptions({
    queryKey: ["objects", "label-history", { projectId, name }] as const,
    queryFn: async ({ pageParam, signal }) => {
      const page = { limit: MOVES_PAGE_ROWS, offset: pageParam };
      const body = { project_id: projectId, object_id: name, ...page };
      const { moves } = await client.request("objLabelsHistory", body, { signal });
      return { rows: moves, isLast: moves.length < MOVES_PAGE_ROWS };
    },
    ...byOffset(MOVES_PAGE_ROWS),
  });
}

/** A label to be moved to the version with a digest, or removed by null, from where it was seen. */
export interface NewMove extends LabelledObject {
  label: string;
  digest: string | null;
  /** The digest that the label is on as far as the user sees, or null for none. */
  replaces: string | null;
}

/** The body of a request that moves a label. */
export function moveBody({ projectId, name, ...move }: NewMove) {
  return { project_id: projectId, object_id: name, ...move };
}

/** Moves a label of an object, or removes it; fails if someone else has moved it meanwhile. */
export function moveLabel(client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["objects", "labels", "move"] as const,
    mutationFn: (move: NewMove) => client.request("objLabelsSet", moveBody(move)),
    onSettled: (_answer, _error, _move, _result, { client: cache }) => {
      // Not awaited, so that undo is offered at once. After a failure too: the label may be elsewhere.
      void cache.invalidateQueries({ queryKey: ["objects"] });
    },
  });
}

/** Protects a label in every object of a project, or protects it no longer; the project's other labels stay as they are. */
export function protectLabel(projectId: string, client: Client = browserClient) {
  return mutationOptions({
    mutationKey: ["projects", "settings", "protect-label", { projectId }] as const,
    mutationFn: ({ label, isProtected }: { label: string; isProtected: boolean }) => {
      const change = isProtected ? { protect_labels: [label] } : { unprotect_labels: [label] };
      return client.request("projectSettingsUpdate", { project_id: projectId, ...change });
    },
    // Not the response, which may arrive after that of a later change.
    onSettled: (_settings, _error, _change, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: projectSettings(projectId).queryKey }),
  });
}
