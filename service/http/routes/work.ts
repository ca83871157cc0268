import { endpoints } from "@/lib/contract/endpoints";
import { inProject, route } from "./route";

export const workRoutes = {
  workTakeOver: route(endpoints.workTakeOver, inProject, async ({ store }, work, { identity }) => ({
    taken_over: await store.takeOverWork(work, identity.owner),
  })),
};
