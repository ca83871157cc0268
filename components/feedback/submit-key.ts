interface PressedKey {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
}

/** ⌘ or Ctrl with Enter: saves what is being written. */
export function isSubmitKey({ key, metaKey, ctrlKey }: PressedKey): boolean {
  return key === "Enter" && (metaKey || ctrlKey);
}
