"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useState, type ReactNode } from "react";

import { Toaster } from "@/components/ui/toaster";
import { TooltipProvider } from "@/components/ui/tooltip";

/** What every page behind the sign-in needs; the sign-in page does without. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <NuqsAdapter>
        <TooltipProvider>{children}</TooltipProvider>
        <Toaster />
      </NuqsAdapter>
    </QueryClientProvider>
  );
}
