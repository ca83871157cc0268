import { layoutGraph } from "./layout-graph";
import type { LayoutRequest } from "./places";

self.addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(layoutGraph(data)));
