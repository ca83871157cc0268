"use client";

import "./globals.css";
import { PlainPage, actionClass } from "./plain-page";

export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <PlainPage title="Loupe failed to load" description="To find the cause, see the dashboard's output.">
          <button type="button" onClick={reset} className={actionClass}>
            Retry
          </button>
        </PlainPage>
      </body>
    </html>
  );
}
