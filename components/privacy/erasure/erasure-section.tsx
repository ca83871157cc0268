"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { MissingExtension } from "@/components/ui/missing-extension";
import { isMissingEndpoint } from "@/lib/client/api-error";
import { erasurePath } from "@/lib/format/privacy-address";
import { erasuresList } from "@/lib/queries/erasure";
import { useMay } from "@/lib/queries/use-may";

import { EraseForm } from "./erase-form";
import { ErasureList } from "./erasure-list";

interface ErasureSectionProps {
  projectId: string;
  /** The level of its heading, by where it is shown. */
  level?: "h1" | "h2";
}

/** Finds and erases what is stored of one user of the traced program, and lists the receipts. */
export function ErasureSection({ projectId, level: Heading = "h2" }: ErasureSectionProps) {
  return (
    <section aria-labelledby="erase-user" className="grid grid-cols-1 content-start gap-5">
      <header className="grid gap-1">
        <Heading
          id="erase-user"
          className={Heading === "h1" ? "text-title font-semibold" : "text-section font-semibold"}
        >
          Erase a user&apos;s data
        </Heading>
        <p className="text-muted">
          Permanently erases the traces of one user of your program, with everything made from them: feedback, table
          rows, files and search entries. A receipt lists what was erased, and what was found and needs your decision.
        </p>
      </header>
      <Erasing projectId={projectId} below={Heading === "h1" ? "h2" : "h3"} />
    </section>
  );
}

function Erasing({ projectId, below }: { projectId: string; below: "h2" | "h3" }) {
  const isAdmin = useMay(projectId, "admin");
  const { error } = useQuery({ ...erasuresList(projectId), enabled: isAdmin });
  // A new form after each erasure: the user ID is not kept.
  const [erased, setErased] = useState(0);
  if (!isAdmin) return <p>Only admins of the project can erase a user&apos;s data. Ask one of them to do it.</p>;
  if (isMissingEndpoint(error))
    return (
      <MissingExtension
        isSection
        lacks="erase the data of a user"
        endpoint="erasureQuery"
        under={erasurePath(projectId)}
      />
    );
  return (
    <>
      <EraseForm key={erased} projectId={projectId} onErased={() => setErased(erased + 1)} />
      <ErasureList projectId={projectId} level={below} />
    </>
  );
}
