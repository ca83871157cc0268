"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface VersionMessageProps {
  message: string;
  placeholder: string;
  onChange: (message: string) => void;
}

/** What is listed with the version of a prompt. */
export function VersionMessage({ message, placeholder, onChange }: VersionMessageProps) {
  return (
    <Field label="Message of this version">
      {(control) => (
        <Input
          {...control}
          value={message}
          maxLength={1_024}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
