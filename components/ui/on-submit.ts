import type { SubmitEvent } from "react";

/** A form's `onSubmit` that runs this and stays on the page. */
export function onSubmit(submit: () => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit();
  };
}
