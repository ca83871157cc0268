"use client";

import "./globals.css";

export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="grid min-h-dvh content-center justify-items-center gap-3 p-4 text-center">
          <h1 className="text-section font-semibold">Loupe could not be shown</h1>
          <p className="text-muted">The cause is in the dashboard&apos;s log.</p>
          <button
            type="button"
            onClick={reset}
            className="h-7 rounded-control border border-line-strong px-2.5 font-medium"
          >
            Retry now
          </button>
        </main>
      </body>
    </html>
  );
}
