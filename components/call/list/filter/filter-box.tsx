"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";

import { onDemand } from "@/components/ui/on-demand";
import { SearchInput } from "@/components/ui/search-input";
import type { CallsView } from "@/lib/filter/calls-view";
import { hasIdForm } from "@/lib/contract/id-spellings";
import { idPlaces } from "@/lib/queries/ids";

import type { FilterOption } from "./filter-options";
import { readFilter, searchedText } from "./filters";
import type { ChangeView } from "../use-calls-view";
import { useFilterDraft } from "./use-filter-draft";
import { useFilterOptions } from "./use-filter-options";

// Not shown before something is typed.
const FilterOptions = dynamic(async () => (await import("./filter-options")).FilterOptions, { ssr: false });
const FilterProblem = dynamic(async () => (await import("./filter-problem")).FilterProblem, { ssr: false });

const maxChars = 4_000;
// Nothing is completed before something is typed.
const completing = onDemand(() => import("@/lib/filter/complete"));

interface FilterBoxProps {
  id: string;
  projectId: string;
  view: CallsView;
  onChange: ChangeView;
  /** Offers the page of what has the typed text as its ID. */
  opensIds?: boolean;
}

/** The filter as text: a search for any text, or fields with values, with completion. */
export function FilterBox({ id, projectId, view, onChange, opensIds = false }: FilterBoxProps) {
  const { text, setText, error, apply } = useFilterDraft(projectId, view, onChange);
  const router = useRouter();
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const listId = useId();
  const errorId = useId();
  const complete = completing.useNeeded(isOpen, () => setOpen(false));
  const completion = isOpen && caret !== undefined ? complete?.completionAt(text, caret) : undefined;
  const found = useQuery(idPlaces(projectId, opensIds && isOpen ? searchedText(text) : ""));
  const { data: places = [], isFetching: isLooking } = found;
  const options: readonly FilterOption[] = [...places, ...useFilterOptions(projectId, view, complete, completion)];
  const isShown = isOpen && options.length > 0;
  // Nobody searches for a text of this form: Enter opens it.
  const activeOrFirst = active === -1 && places.length > 0 && hasIdForm(text.trim()) ? 0 : active;
  const option = isShown ? options[activeOrFirst] : undefined;

  const input = () => box.current?.querySelector("input");
  const moveTo = (next: string, at: number) => {
    // Before the next key, which may be typed at once.
    flushSync(() => {
      setText(next);
      setCaret(at);
      setActive(-1);
    });
    input()?.setSelectionRange(at, at);
  };
  const choose = (chosen: FilterOption) => {
    if ("href" in chosen) {
      router.push(chosen.href);
      return;
    }
    if (!complete || !completion) return;
    const { text: next, caret: at } = complete.completed(text, completion, chosen);
    moveTo(next, at);
    input()?.focus();
  };
  const filter = () => {
    apply();
    setOpen(false);
  };
  // Enter on the form of an ID, before it is known what it belongs to, opens that or filters once it is.
  const openFound = async () => {
    const { data: [place] = [] } = await found.refetch({ cancelRefetch: false });
    if (input()?.value !== text) return;
    if (place) choose(place);
    else filter();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined) {
      setOpen(true);
      setCaret(event.currentTarget.selectionStart ?? text.length);
      if (options.length > 0)
        setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if (event.key === "Enter") {
      const mayBeId = active === -1 && hasIdForm(text.trim());
      if (mayBeId && isLooking) void openFound();
      else if (option) choose(option);
      else filter();
    } else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className="relative min-w-48 flex-1 max-lg:basis-full">
      <SearchInput
        id={id}
        label="Search or filter"
        placeholder="Search text, or filter: status:error latency>2s"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={option ? `${listId}-${activeOrFirst}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxChars}
        value={text}
        onValueChange={(next) => {
          setText(next);
          setActive(-1);
          setOpen(next !== "");
          setCaret(input()?.selectionStart ?? next.length);
        }}
        onKeyDown={onKeyDown}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? undefined)}
        onBlur={() => setOpen(false)}
      />
      {isShown && <FilterOptions id={listId} options={options} active={activeOrFirst} onChoose={choose} />}
      {error && !isShown && (
        <FilterProblem
          id={errorId}
          text={text}
          error={error}
          hasList={"filter" in readFilter(view.q)}
          onQuote={() => moveTo(`"${text.replaceAll('"', "")}"`, text.length + 2)}
        />
      )}
    </div>
  );
}
