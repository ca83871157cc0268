import Link from "next/link";

import type { DataColumns } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { RelativeTime, Timestamp } from "@/components/ui/timestamp";
import { highestGrants } from "@/lib/contract/highest-grants";
import type { ListedPerson } from "@/lib/contract/people";
import { withSearch } from "@/lib/format/address";
import { counted } from "@/lib/format/number";
import { grantWords } from "@/lib/format/role-words";

import { Avatar } from "./avatar";

interface PersonActions {
  /** The user's own name in the records. */
  owner: string;
  onRoles: (person: ListedPerson) => void;
  /** Turns them off, or on again. */
  onTurn: (person: ListedPerson) => void;
}

/** What a person is called on the screen. */
export const nameOf = ({ name, email, owner }: ListedPerson): string => name ?? email ?? owner;

export function peopleColumns({ owner, onRoles, onTurn }: PersonActions): DataColumns<ListedPerson> {
  return [
    {
      id: "name",
      header: "Name",
      cell: (person) => (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={nameOf(person)} picture={person.picture} />
          <bdi
            title={person.owner}
            className={cn("truncate font-medium", person.turned_off_at && "text-muted line-through")}
          >
            {nameOf(person)}
          </bdi>
          {person.owner === owner && <Badge tone="accent">you</Badge>}
        </span>
      ),
      size: 220,
      enableHiding: false,
      meta: { phone: { line: 1, grow: true } },
    },
    {
      id: "email",
      header: "Address",
      cell: ({ email, email_verified: isVerified }) =>
        isVerified === false ? (
          <span title={`The sign-in provider has not verified ${email}, so it identifies nobody`}>
            <bdi>{email}</bdi> <span className="text-warning">(not verified)</span>
          </span>
        ) : (
          <bdi title={email}>{email}</bdi>
        ),
      size: 190,
    },
    {
      id: "roles",
      header: "Roles",
      cell: ({ roles, group_roles }) => {
        const words = grantWords(highestGrants([...group_roles, ...roles]));
        return <bdi title={words}>{words || <span className="text-muted">none</span>}</bdi>;
      },
      size: 220,
      meta: { grow: true, phone: { line: 2, grow: true } },
    },
    {
      id: "groups",
      header: "Groups",
      cell: ({ groups }) => <bdi title={groups.join(", ")}>{groups.join(", ")}</bdi>,
      size: 120,
    },
    {
      id: "keys",
      header: "Keys",
      cell: ({ keys, owner: of }) =>
        keys === 0 ? (
          <span className="text-muted">none</span>
        ) : (
          <Link
            href={withSearch("/settings/keys", { owner: of })}
            prefetch={false}
            aria-label={`${counted(keys, "key")} of ${of}`}
            className="text-accent-ink hover:underline"
          >
            {counted(keys, "key")}
          </Link>
        ),
      size: 80,
    },
    {
      id: "seen",
      header: "Last seen",
      cell: ({ last_seen_at: at }) => <RelativeTime at={at} />,
      size: 110,
      meta: { phone: { line: 2 } },
    },
    {
      id: "first",
      header: "Since",
      cell: ({ created_at: at }) => <Timestamp at={at} />,
      size: 130,
      meta: { optional: true },
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: (person) =>
        person.owner !== owner && (
          <span className="-mr-2 flex justify-end gap-1">
            {!person.turned_off_at && (
              <Button
                size="small"
                variant="ghost"
                aria-label={`Change the roles of ${nameOf(person)}`}
                onClick={() => onRoles(person)}
              >
                Roles
              </Button>
            )}
            <Button
              size="small"
              variant="ghost"
              aria-label={`Turn ${person.turned_off_at ? "on" : "off"} ${nameOf(person)}`}
              onClick={() => onTurn(person)}
            >
              {person.turned_off_at ? "Turn on" : "Turn off"}
            </Button>
          </span>
        ),
      size: 150,
      enableHiding: false,
      meta: { align: "end", phone: { line: 1 } },
    },
  ];
}
