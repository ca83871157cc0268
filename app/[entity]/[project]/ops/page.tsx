import { ObjectListRoute } from "../object-list-route";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Ops");

export default function OpsPage(props: PageProps<"/[entity]/[project]/ops">) {
  return <ObjectListRoute kind="op" {...props} />;
}
