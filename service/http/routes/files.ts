import { AppError } from "@/lib/contract/app-error";
import { endpoints } from "@/lib/contract/endpoints";
import { fileName } from "@/lib/contract/files";
import { bytesRoute, inProject, route } from "./route";

export const fileRoutes = {
  fileCreate: route(endpoints.fileCreate, inProject, async ({ store }, { project_id, file }) => {
    const content = new Uint8Array(await file.arrayBuffer());
    return { digest: await store.createFile({ project_id, name: fileName.parse(file.name), content }) };
  }),

  fileContent: bytesRoute(endpoints.fileContent, inProject, async function* ({ store }, { project_id, digest }) {
    const parts = await store.readFile(project_id, digest);
    if (!parts) throw new AppError("not_found", `There is no file ${digest} in project ${project_id}`);
    yield* parts;
  }),
};
