import { ObjectListRoute } from "../object-list-route";
import { projectTitle } from "../project-title";

export const generateMetadata = projectTitle("Objects");

export default function ObjectsPage(props: PageProps<"/[entity]/[project]/objects">) {
  return <ObjectListRoute kind="object" {...props} />;
}
