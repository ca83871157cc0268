import { v7 as uuidV7 } from "uuid";
import type { Client } from "@/lib/client/client";

/** Does something while a model server that never answers offers a model to a project. */
export async function whileServed<Made>(
  service: Client,
  { project, model }: { project: string; model: string },
  act: () => Promise<Made>,
): Promise<Made> {
  const id = uuidV7();
  await service.request("connectionsCreate", {
    id,
    name: `none-${id}`,
    base_url: "http://127.0.0.1:9/v1",
    models: [model],
    projects: [project],
  });
  try {
    return await act();
  } finally {
    await service.request("connectionsDelete", { id });
  }
}
