"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Box, SquareFunction } from "lucide-react";

import type { ObjectKind } from "@/lib/contract/objects";
import { objectPath } from "@/lib/format/address";
import { objectsList, type ObjectsView } from "@/lib/queries/objects";

import { Group, Item } from "./palette-item";

const byName: ObjectsView = { q: "", objectClass: "", sort: { by: "name", direction: "asc" } };

interface ObjectItemsProps {
  projectId: string;
  onGo: (href: string) => void;
}

/** The first objects and ops of the project by name; none if the service does not list them. */
export function ObjectItems(props: ObjectItemsProps) {
  return (
    <>
      <Named {...props} kind="object" heading="Objects" />
      <Named {...props} kind="op" heading="Ops" />
    </>
  );
}

function Named({ projectId, kind, heading, onGo }: ObjectItemsProps & { kind: ObjectKind; heading: string }) {
  const { data } = useInfiniteQuery(objectsList({ projectId, kind, view: byName }));
  const names = data?.pages[0]?.rows ?? [];
  if (names.length === 0) return undefined;
  return (
    <Group heading={heading}>
      {names.map(({ object_id: name }) => (
        <Item
          key={name}
          value={`${kind} ${name}`}
          icon={kind === "op" ? SquareFunction : Box}
          onSelect={() => onGo(objectPath(projectId, { kind, name, digest: "latest" }))}
        >
          {name}
        </Item>
      ))}
    </Group>
  );
}
