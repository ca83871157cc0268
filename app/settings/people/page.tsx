import type { Metadata } from "next";

import { ReadAhead } from "@/app/read-ahead";
import { PeopleScreen } from "@/components/settings/people/people-screen";
import { requireSession } from "@/lib/auth/session";
import { ownKey } from "@/lib/queries/keys";
import { openInvitations, peopleList } from "@/lib/queries/people";

export const metadata: Metadata = { title: "People" };

export default async function PeoplePage({ searchParams }: PageProps<"/settings/people">) {
  const { serviceName } = await requireSession("/settings/people");
  const { search } = await searchParams;
  return (
    <ReadAhead
      read={(cache, client) => [
        cache.prefetchQuery(ownKey(client)),
        cache.prefetchQuery(openInvitations(client)),
        cache.prefetchInfiniteQuery(peopleList({ search: typeof search === "string" ? search : "" }, client)),
      ]}
    >
      <PeopleScreen serviceName={serviceName} />
    </ReadAhead>
  );
}
