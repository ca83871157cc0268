import { redirect } from "next/navigation";

import { projectIdOf } from "@/lib/format/address";
import { scorersPath } from "@/lib/format/experiment-address";

/** Scorers are listed among the objects. */
export default async function ScorersPage({ params }: PageProps<"/[entity]/[project]/scorers">) {
  redirect(scorersPath(projectIdOf(await params)));
}
