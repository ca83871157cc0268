"use client";

import { useState } from "react";

import { EraseForm } from "./erase-form";
import { ErasureList } from "./erasure-list";

interface ErasureSectionProps {
  projectId: string;
  /** The level of its heading, by where it is shown. */
  level?: "h1" | "h2";
}

/** Finds and erases what is stored of one user, and lists the receipts; for admins of the project. */
export function ErasureSection({ projectId, level: Heading = "h2" }: ErasureSectionProps) {
  // A new form after each erasure: the user ID is not kept.
  const [erased, setErased] = useState(0);
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
          Erases the traces of one user of your program for good, with everything that was made of them: feedback, table
          rows, files and search entries. A receipt says what was erased and what a person must still decide.
        </p>
      </header>
      <EraseForm key={erased} projectId={projectId} onErased={() => setErased(erased + 1)} />
      <ErasureList projectId={projectId} />
    </section>
  );
}
