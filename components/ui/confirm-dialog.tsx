"use client";

import type { ReactNode } from "react";

import { Button } from "./button";
import { Dialog } from "./dialog";
import { InlineBanner } from "./inline-banner";

interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: string;
  /** What confirms, and what it reads while it is done. */
  confirm: string;
  confirming: string;
  /** What closes the dialog and changes nothing. */
  keep: string;
  /** Danger unless nothing is lost. */
  tone?: "danger" | "primary";
  isPending: boolean;
  /** Why the last attempt failed. */
  problem: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
}

/** Asks for confirmation of what cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  keep,
  tone = "danger",
  isPending,
  problem,
  onConfirm,
  onClose,
  ...rest
}: ConfirmDialogProps) {
  const { confirm, confirming, children } = rest;
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <div className="grid gap-4">
        {children}
        {problem !== undefined && <InlineBanner tone="error">{problem}</InlineBanner>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{keep}</Button>
          <Button variant={tone} busy={isPending} onClick={onConfirm}>
            {isPending ? confirming : confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
