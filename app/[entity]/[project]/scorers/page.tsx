import { redirect } from "next/navigation";

import { projectIdOf, scorersPath } from "@/lib/format/address";

/** Scorers are listed among the objects. */
export default async function ScorersPage({ params }: PageProps<"/[entity]/[project]/scorers">) {
  redirect(scorersPath(projectIdOf(await params)));
}
