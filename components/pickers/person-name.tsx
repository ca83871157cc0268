"use client";

import { useQuery } from "@tanstack/react-query";

import { personName } from "@/lib/queries/people-names";

interface PersonNameProps {
  /** The owner of a record. */
  owner: string;
  /** Whether it is the user. */
  isYou?: boolean;
  /** Whether the owner is shown too. */
  isFull?: boolean;
  className?: string;
}

/** The name of a person, with the owner of their records as its title; the owner, if it is that of a key. */
export function PersonName({ owner, isYou = false, isFull = false, className }: PersonNameProps) {
  const { data: name } = useQuery(personName(owner));
  const shown = name ? (isFull ? `${name}, ${owner}` : name) : owner;
  return (
    <bdi title={owner} className={className}>
      {isYou ? `${shown} (you)` : shown}
    </bdi>
  );
}
