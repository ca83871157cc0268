"use client";

import { createContext } from "react";

/** The person whose drafts are shown: someone else who signs in with the same browser has other drafts. */
export const DraftOwner = createContext("");
