// The link that Weave's SDKs print for a call.
export { GET } from "../../weave/[...path]/route";
