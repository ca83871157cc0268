import { ObjectVersionRoute } from "../../../object-version-route";

export { nameTitle as generateMetadata } from "../../../project-title";

export default function ObjectRoute(props: PageProps<"/[entity]/[project]/objects/[name]/[digest]">) {
  return <ObjectVersionRoute kind="object" {...props} />;
}
