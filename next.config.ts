import type { NextConfig } from "next";

const securityHeaders = [
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const config: NextConfig = {
  // A folder with everything that the dashboard needs to run: decision 33.
  output: "standalone",
  // They say which packages are in the scripts, and are not published: scripts/notices.mjs.
  productionBrowserSourceMaps: true,
  outputFileTracingRoot: import.meta.dirname,
  // No image is resized, so the library that does it, a program for one platform, is left out.
  images: { unoptimized: true },
  outputFileTracingExcludes: { "next-server": ["node_modules/{sharp,@img,detect-libc,semver}/**"] },
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  experimental: {
    // Left on, the development server goes on rendering old code after some edits.
    turbopackServerFastRefresh: false,
    // Merging scripts sends pages what only others need, to save requests that are cheap to a host nearby.
    turbopackChunking: { requestCost: 5_000, firstPageLoadPriority: 0 },
  },
  // The relay forwards paths as the contract spells them, with and without a trailing slash.
  skipTrailingSlashRedirect: true,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  headers: () => Promise.resolve([{ source: "/:path*", headers: securityHeaders }]),
};
export default config;
