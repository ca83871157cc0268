"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useEffect, useState, type ReactNode } from "react";

import { FocusKeeper } from "@/components/ui/focus-keeper";
import { type Opening, OpeningContext } from "@/components/ui/opening";
import { Person } from "@/components/ui/person";
import { noteLook } from "@/components/ui/use-preference";
import { Toaster } from "@/components/ui/toaster";
import { UndoToasts } from "@/components/undo/undo-toasts";
import { createQueryClient } from "@/lib/queries/query-client";

let ofThisPage: QueryClient | undefined;

/** One for the whole lifetime of a page in the browser; a new one for each render on the server. */
function queryClient(): QueryClient {
  if (typeof window === "undefined") return createQueryClient();
  ofThisPage ??= createQueryClient();
  return ofThisPage;
}

interface ProvidersProps {
  /** The owner of the drafts that are shown. */
  draftOwner: string;
  opening: Opening;
  children: ReactNode;
}

/** Providers of every page behind the sign-in; the sign-in page does not need them. */
export function Providers({ draftOwner, opening, children }: ProvidersProps) {
  const [client] = useState(queryClient);
  useEffect(() => void noteLook(), []);
  return (
    <QueryClientProvider client={client}>
      <OpeningContext value={opening}>
        <NuqsAdapter>
          <Person owner={draftOwner}>{children}</Person>
          <FocusKeeper />
          <Toaster />
          <UndoToasts />
        </NuqsAdapter>
      </OpeningContext>
    </QueryClientProvider>
  );
}
