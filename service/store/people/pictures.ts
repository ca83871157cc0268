import { PEOPLE_PICTURES } from "@/lib/contract/limits";
import type { ListedPerson } from "@/lib/contract/people";
import type { Database } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";
import type { Picture } from "./people-store";

/** Stores the picture that an address leads to, unless the provider states another address of the person now. */
export async function keepPicture(
  database: Database,
  personId: string,
  address: string,
  { type, bytes }: Picture,
): Promise<void> {
  await database.query("update people set picture_type = $3, picture_bytes = $4 where id = $1::uuid and picture = $2", [
    personId,
    address,
    type,
    Buffer.from(bytes),
  ]);
}

/** People with their pictures, as far as an answer has them: of a few people at most, since each may be large. */
export async function withPictures(database: Database, people: readonly ListedPerson[]): Promise<ListedPerson[]> {
  const ids = people.slice(0, PEOPLE_PICTURES).map(({ id }) => id);
  const rows = await database.query(
    `select id, picture_type, encode(picture_bytes, 'hex') as content from people
     where id = any($1::text[]::uuid[]) and picture_bytes is not null`,
    [ids],
  );
  const pictures = new Map(
    rows.map((row) => {
      const content = Buffer.from(requiredText(row, "content"), "hex").toString("base64");
      return [requiredText(row, "id"), `data:${requiredText(row, "picture_type")};base64,${content}`];
    }),
  );
  return people.map((person) => ({ ...person, picture: pictures.get(person.id) }));
}
