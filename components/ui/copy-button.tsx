"use client";

import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";

import { IconButton } from "./icon-button";
import { toast } from "./toast-store";

const confirmMs = 1_500;

interface CopyButtonProps {
  /** The text, or a function if computing it is expensive. */
  text: string | (() => string | Promise<string>);
  /** The name of the copied value, as in "Copy id". */
  label?: string;
  /** Distinguishes two buttons that are side by side. */
  icon?: LucideIcon;
  className?: string;
}

export function CopyButton({ text, label = "Copy", icon = Copy, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopied(true);
    } catch {
      toast({
        title: "The browser blocked copying",
        description: "Select the text and copy it manually.",
        tone: "error",
      });
    }
  };
  return (
    <IconButton
      icon={copied ? Check : icon}
      label={copied ? "Copied" : label}
      size="small"
      className={className}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    />
  );
}
