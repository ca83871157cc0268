"use client";

import "./globals.css";
import { PlainPage, wayOnClass } from "./plain-page";

export default function GlobalError({ reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <PlainPage title="Loupe could not be shown" description="The cause is in the dashboard's log.">
          <button type="button" onClick={reset} className={wayOnClass}>
            Retry now
          </button>
        </PlainPage>
      </body>
    </html>
  );
}
