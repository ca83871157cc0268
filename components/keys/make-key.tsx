"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { createKey } from "@/lib/queries/keys";

import { KeyForm } from "./key-form";
import { MadeKey } from "./made-key";

/**
 * Creates a key. A key that has not been copied yet survives closing the dialog by mistake, but not leaving the page.
 */
export function MakeKey() {
  const [open, setOpen] = useState(false);
  const make = useMutation(createKey());
  const made = make.data;
  const finish = () => {
    setOpen(false);
    make.reset();
  };
  return (
    <>
      <Button variant="primary" icon={Plus} onClick={() => setOpen(true)}>
        New key
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={made ? `${made.key.owner}'s key` : "New key"}
        className={made ? "w-[min(760px,calc(100vw-32px))]" : "w-[min(560px,calc(100vw-32px))]"}
      >
        {made ? (
          <MadeKey text={made.api_key} onDone={finish} />
        ) : (
          <KeyForm
            busy={make.isPending}
            error={make.error}
            sent={make.variables}
            onSubmit={(key) => make.mutateAsync(key)}
          />
        )}
      </Dialog>
    </>
  );
}
