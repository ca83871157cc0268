import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

import "./globals.css";
import { Hydrated } from "./hydrated";

export const metadata: Metadata = {
  title: { default: "Loupe", template: "%s · Loupe" },
  description: "See what your language-model application did, give feedback on its answers, and improve it.",
  icons: "/favicon.svg",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1, colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // next-themes sets the theme on this element before React starts.
    <html lang="en" data-hydrating="" suppressHydrationWarning>
      <body>
        <ThemeProvider
          attribute="data-theme"
          defaultTheme="system"
          storageKey="loupe:theme"
          nonce={nonce}
          disableTransitionOnChange
        >
          {children}
        </ThemeProvider>
        <Hydrated />
      </body>
    </html>
  );
}
