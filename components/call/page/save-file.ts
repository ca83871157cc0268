/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // From here on the download has its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
