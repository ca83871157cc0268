"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";

import { parseAnyRef, RefError } from "@/lib/contract/refs";
import { refPath } from "@/lib/format/address";

import { Button } from "./button";
import { Field } from "./field";
import { Input } from "./input";

interface OpenByRefProps {
  /** The initial text of the box, with its error. */
  initial?: string;
}

/** Opens the page of a call, object, op or table by its ref. */
export function OpenByRef({ initial = "" }: OpenByRefProps) {
  const router = useRouter();
  const [text, setText] = useState(initial);
  const [tried, setTried] = useState(initial);
  const problem = tried !== "" && tried === text ? problemOf(tried.trim()) : undefined;
  return (
    <form
      className="grid w-full gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(text);
        const path = pathOf(text.trim());
        if (path) router.push(path);
      }}
    >
      <Field label="Ref" hint="As in core:///acme/support-bot/call/01J…7F; weave:/// refs open too." error={problem}>
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

function pathOf(text: string): string | undefined {
  return problemOf(text) === undefined ? refPath(parseAnyRef(text)) : undefined;
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
