import { attributesMask } from "./mask-writes";
import { readMasking } from "./rules";
import { setMasking } from "./set-rules";

/** The rules by which texts are masked before they are stored. */
export const maskingStore = { readMasking, setMasking, attributesMask };
