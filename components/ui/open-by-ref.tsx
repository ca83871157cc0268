"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";

import { parseAnyRef, readAnyRef, RefError } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";

import { Button } from "./button";
import { Field } from "./field";
import { Input } from "./input";
import { onSubmit } from "./on-submit";

interface OpenByRefProps {
  /** The initial text of the box, with its error. */
  initial?: string;
}

/** Opens the page of a call, thread, object, op or table by its ref. */
export function OpenByRef({ initial = "" }: OpenByRefProps) {
  const router = useRouter();
  const [text, setText] = useState(initial);
  const [tried, setTried] = useState(initial);
  const problem = tried !== "" && tried === text ? problemOf(tried.trim()) : undefined;
  return (
    <form
      className="grid w-full gap-2"
      onSubmit={onSubmit(() => {
        setTried(text);
        const ref = readAnyRef(text.trim());
        if (ref) router.push(refPath(ref));
      })}
    >
      <Field
        label="Ref"
        hint="For example core:///acme/support-bot/call/01J…7F. Refs that begin with weave:/// also work."
        error={problem}
      >
        {(control) => (
          <Input
            {...control}
            name="uri"
            value={text}
            spellCheck={false}
            autoComplete="off"
            className="font-mono text-meta"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start" disabled={text.trim() === ""}>
        Open
      </Button>
    </form>
  );
}

function problemOf(text: string): string | undefined {
  try {
    parseAnyRef(text);
    return undefined;
  } catch (error) {
    if (error instanceof RefError) return `${error.message[0]?.toUpperCase() ?? ""}${error.message.slice(1)}.`;
    throw error;
  }
}
