/** Saves bytes as a browser download under a name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next task; a second is more than enough.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
