import { ObjectVersionRoute } from "../../../object-version-route";

export { nameTitle as generateMetadata } from "../../../project-title";

export default function OpRoute(props: PageProps<"/[entity]/[project]/ops/[name]/[digest]">) {
  return <ObjectVersionRoute kind="op" {...props} />;
}
