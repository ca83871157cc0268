"use client";

import { type ComponentProps, useLayoutEffect, useRef } from "react";

import { Input } from "@/components/ui/input";

interface SecretInputProps extends Omit<
  ComponentProps<"input">,
  "type" | "value" | "defaultValue" | "onChange" | "ref"
> {
  text: string;
  onText: (text: string) => void;
}

/** A text box for a key, whose text is not in the document: React would write a `value` into the attribute too. */
export function SecretInput({ text, onText, ...rest }: SecretInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current && input.current.value !== text) input.current.value = text;
  }, [text]);
  return (
    <Input
      {...rest}
      ref={input}
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
