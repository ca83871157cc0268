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
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  // Left on, the development server goes on rendering old code after some edits.
  experimental: { turbopackServerFastRefresh: false },
  // The relay forwards paths as the contract spells them, with and without a trailing slash.
  skipTrailingSlashRedirect: true,
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  headers: () => Promise.resolve([{ source: "/:path*", headers: securityHeaders }]),
};
export default config;
