/** The header of Loupe's own exports; its value is the ID of the installation that sends them. */
export const TELEMETRY_HEADER = "x-loupe-telemetry";
/** The value of that header in the response to an export that came back to its own installation. */
export const REFUSED = "refused";
/** The resource attribute with the ID of the installation, which exports keep on their way through collectors. */
export const INSTALLATION_ATTRIBUTE = "loupe.installation.id";

export const OWN_TELEMETRY =
  "These are traces or metrics of this Loupe itself; set LOUPE_OTLP_ENDPOINT to another receiver";
