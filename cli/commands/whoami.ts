import { openConnection, type Run } from "../context";
import { EXIT } from "../exit-status";

/** Shows whose key is in use, and where. */
export const run: Run = async (context, given) => {
  const { out, signal } = context;
  const { client, projectId, settings } = await openConnection(context, given);
  const { key } = await client.request("keysSelf", {}, { signal });
  if (given.is("json")) {
    await out.json({ url: settings.url, project: projectId, key });
    return EXIT.done;
  }
  const roles = key.roles.map(({ project_pattern: pattern, role }) => `${role} on ${pattern}`).join(", ");
  await out.table(
    [{ title: "", tone: () => "faint" }, { title: "" }],
    [
      ["Service", settings.url],
      ["Owner", key.owner],
      ["Key", `${key.id}, from ${settings.keyFrom}`],
      ["Roles", roles],
      ["Project", projectId],
    ],
    false,
  );
  return EXIT.done;
};
