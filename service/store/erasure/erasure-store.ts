import {
  erasedCounts,
  createErasure,
  finishErasure,
  listErasures,
  noteErasure,
  goOnWithErasure,
  releaseErasure,
  renewErasure,
  takeErasure,
} from "./erasures";
import type { ErasedCounts } from "@/lib/contract/erasure";
import type { Database } from "@/service/store/connections/database";
import type { ErasureKey } from "./items";
import { previewErasure } from "./preview";
import { eraseOnce, searchErased } from "./run-erasure";

/** What an erasure has erased so far. */
const countErased = async (database: Database, key: ErasureKey): Promise<ErasedCounts> => erasedCounts(database, key);

/** Erasing what is stored of one user of a traced program, as people and as the process that does it see it. */
export const erasureStore = {
  previewErasure,
  createErasure,
  listErasures,
  takeErasure,
  goOnWithErasure,
  renewErasure,
  releaseErasure,
  noteErasure,
  finishErasure,
  countErased,
  eraseOnce,
  searchErased,
};
