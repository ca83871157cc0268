const REF_KEY = /(?:^|_)refs?$|^op_names?$/;

/** The interface's name of a field of Weave: `wb_user_id` is `ext_user_id`. */
export function nativeName(name: string): string {
  if (name === "weave_ref") return "core_ref";
  return name.startsWith("wb_") ? `ext_${name.slice("wb_".length)}` : name;
}

/** Weave's name of a field of the interface; the inverse of `nativeName`. */
export function weaveName(name: string): string {
  if (name === "core_ref") return "weave_ref";
  return name.startsWith("ext_") ? `wb_${name.slice("ext_".length)}` : name;
}

/** A ref with the interface's scheme; any other text unchanged. */
export function nativeRef(text: string): string {
  return text.startsWith("weave:///") ? `core:///${text.slice("weave:///".length)}` : text;
}

/** A ref with Weave's scheme; any other text unchanged. */
export function weaveRef(text: string): string {
  return text.startsWith("core:///") ? `weave:///${text.slice("core:///".length)}` : text;
}

/** Whether a field of this name, in either dialect, contains a ref, or an op name, which may be a ref. */
export function holdsRef(name: string): boolean {
  return REF_KEY.test(name);
}

/** A JSON array or object that is neither a payload nor a file of a form. */
export function isJsonContainer(value: unknown): value is Record<string, unknown> | unknown[] {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
