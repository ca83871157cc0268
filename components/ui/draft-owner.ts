"use client";

import { createContext } from "react";

/** Whose drafts are shown: another person who signs in with the same browser has others. */
export const DraftOwner = createContext("");
