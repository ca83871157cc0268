"use client";

import { PlugZap } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

import type { Endpoint } from "@/lib/contract/endpoint";
import { type EndpointName, endpoints } from "@/lib/contract/endpoints";

import { EmptyState } from "./empty-state";
import { OpenByRef } from "./open-by-ref";
import { useRecentPages } from "./recent-pages";

export interface MissingExtensionProps {
  /** The missing feature, as in "list traces". */
  lacks: string;
  /** The endpoint that the service does not have. */
  endpoint: EndpointName;
  /** Recent pages below this address in this browser are offered. */
  under: string;
  /** Whether it is shown below the page's own heading. */
  isSection?: boolean;
  /** Alternatives, shown before the box for a ref. */
  children?: ReactNode;
}

export function MissingExtensionView({ lacks, endpoint, under, isSection = false, children }: MissingExtensionProps) {
  const { method, path }: Endpoint = endpoints[endpoint];
  const recent = useRecentPages(`${under}/`);
  return (
    <EmptyState
      isPage={!isSection}
      icon={PlugZap}
      title={`This service does not ${lacks}`}
      description={
        <>
          This page needs <code>{method === "GET" ? `GET ${path}` : path}</code>, which this service does not provide.
          You can still open anything by its ref.
        </>
      }
    >
      {children}
      <OpenByRef />
      {recent.length > 0 && (
        <nav aria-label="Recently opened" className="grid w-full gap-1">
          <h2 className="text-meta text-muted">Recently opened in this browser</h2>
          <ul className="grid">
            {recent.map(({ href, label }) => (
              <li key={href} className="min-w-0">
                <Link href={href} className="block truncate py-1 hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </EmptyState>
  );
}
