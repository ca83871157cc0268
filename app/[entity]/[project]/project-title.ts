import type { Metadata } from "next";

import { decodeSegment, projectIdOf } from "@/lib/format/address";

/** `generateMetadata` of a page of a project: its name and the project's. */
export function projectTitle(name: string) {
  return async ({ params }: Pick<PageProps<"/[entity]/[project]">, "params">): Promise<Metadata> => ({
    title: `${name} · ${projectIdOf(await params)}`,
  });
}

/** `generateMetadata` of the page of something that its address names. */
export async function nameTitle({ params }: { params: Promise<{ name: string }> }): Promise<Metadata> {
  return { title: decodeSegment((await params).name) };
}
