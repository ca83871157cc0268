import { expect, it } from "vitest";
import { JsonText } from "@/lib/json/text";
import { COUNTED_VERSIONS, countedVersions } from "./counted-versions";

const version = (index: number, deleted_at?: string) => ({
  project_id: "acme/demo",
  object_id: "support",
  kind: "object" as const,
  digest: `d${index}`,
  version_index: index,
  is_latest: 0,
  created_at: "",
  deleted_at,
  val: new JsonText("null"),
});
const many = Array.from({ length: 12 }, (_, index) => version(index));
const digests = (all: { digest: string }[]) => all.map(({ digest }) => digest);

it("are the newest, and the shown one if it is older", () => {
  expect(digests(countedVersions(many, version(11)))).toEqual(
    many
      .slice(4)
      .map(({ digest }) => digest)
      .toReversed(),
  );
  const withOld = countedVersions(many, version(2));
  expect(withOld).toHaveLength(COUNTED_VERSIONS + 1);
  expect(withOld.at(-1)?.digest).toBe("d2");
});

it("are not deleted, except for the shown one", () => {
  const some = [version(3, "2026-11-24T00:00:00Z"), version(2), version(1, "2026-11-24T00:00:00Z")];
  expect(digests(countedVersions(some, version(2)))).toEqual(["d2"]);
  expect(digests(countedVersions(some, version(3, "2026-11-24T00:00:00Z")))).toEqual(["d2", "d3"]);
});
