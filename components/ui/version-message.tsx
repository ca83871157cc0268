"use client";

import { NAME_CHARS } from "@/lib/contract/limits";

import { Field } from "./field";
import { Input } from "./input";

interface VersionMessageProps {
  message: string;
  placeholder: string;
  onChange: (message: string) => void;
}

/** What is listed with the version of a prompt, a scorer or a dataset. */
export function VersionMessage({ message, placeholder, onChange }: VersionMessageProps) {
  return (
    <Field label="Message of this version">
      {(control) => (
        <Input
          {...control}
          value={message}
          maxLength={NAME_CHARS}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
