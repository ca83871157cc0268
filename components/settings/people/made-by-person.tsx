"use client";

import { useQuery } from "@tanstack/react-query";

import { Checkbox } from "@/components/ui/checkbox";
import type { ListedPerson } from "@/lib/contract/people";
import { counted } from "@/lib/format/number";
import { grantWords } from "@/lib/format/role-words";
import { madeBy } from "@/lib/queries/people";

import { nameOf } from "./columns";

interface MadeByPersonProps {
  person: ListedPerson;
  isRevoked: boolean;
  onChange: (isRevoked: boolean) => void;
}

/** The keys and invitations that a person made, which stay valid unless they are revoked as well. */
export function MadeByPerson({ person, isRevoked, onChange }: MadeByPersonProps) {
  const { data: made } = useQuery(madeBy(person.owner));
  if (!made || made.keys.length + made.invitations.length === 0) return null;
  const counts = [
    ...(made.keys.length > 0 ? [counted(made.keys.length, "key")] : []),
    ...(made.invitations.length > 0 ? [counted(made.invitations.length, "invitation")] : []),
  ];
  return (
    <div className="grid gap-2">
      <p>
        {nameOf(person)} created {counts.join(" and ")}:
      </p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-meta text-muted">
        {made.keys.map(({ id, owner, roles }) => (
          <li key={id} className="wrap-anywhere">
            Key of <bdi>{owner}</bdi>: {grantWords(roles)}
          </li>
        ))}
        {made.invitations.map(({ id, email, roles }) => (
          <li key={id} className="wrap-anywhere">
            Invitation{email === undefined ? "" : ` for ${email}`}: {grantWords(roles)}
          </li>
        ))}
      </ul>
      <Checkbox checked={isRevoked} onCheckedChange={onChange}>
        Also revoke {counts.join(" and ")}
      </Checkbox>
    </div>
  );
}
