import type { Run } from "../context";
import { EXIT } from "../exit-status";
import { removeSettings, settingsPath } from "../settings-file";

/** Removes the stored login. */
export const run: Run = async ({ environment, notes }) => {
  const file = settingsPath(environment);
  const wasThere = await removeSettings(file);
  await notes.text(
    wasThere ? `Removed ${file}. The key itself stays valid until it is revoked.` : "There is no stored login.",
  );
  return EXIT.done;
};
