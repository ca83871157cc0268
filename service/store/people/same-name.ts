import type { Connection } from "@/service/store/connections/database";
import { requiredText } from "@/service/store/sql/row";

/** Held while a name is chosen, so that two people do not get names that look alike at the same time. */
const NAMES_LOCK = 7_233_048_126;

/**
 * Letters and digits that look like those of ASCII, where normal form NFKC does not make them equal: of the confusables of
 * UTS #39 those of scripts that names are written in.
 */
const LOOK_ALIKES: Record<string, string> = {
  "2": "ꝚƧᒿꙄϨ",
  "3": "ꞫȜƷꝪЗӠⳌ",
  "4": "Ꮞ",
  "5": "Ƽ",
  "6": "бᏮⳒ",
  "8": "Ȣȣ",
  "9": "ꝮⳊ",
  a: "ɑаαա",
  A: "АΑᎪꓮᗅ",
  b: "ƄЬᏏᑲ",
  B: "ꞴВΒᏴꓐᗷ",
  c: "ᴄсꮯⲥϲ",
  C: "СᏟꓚⲤϹ",
  d: "ԁᏧꓒᑯɗ",
  D: "ᎠꓓᗞᗪƊ",
  e: "ꬲеҽєℯ",
  E: "ЕΕᎬꓰⴹ",
  f: "ꬵꞙẝքƒ",
  F: "ꞘϜꓝᖴ",
  g: "ɡᶃƍցɠ",
  G: "ԌᏀᏳꓖƓ",
  h: "һհᏂɦ",
  H: "НΗᎻꓧⲎᕼ",
  i: "ıɪɩіꙇιꭵᎥ",
  j: "јϳʝ",
  J: "ЈͿᎫꓙᒍ",
  k: "κкᴋƙ",
  K: "КΚᏦꓗⲔᛕƘ",
  l: "1I|ƖǀІӀӏΙꓲⲒⅼ",
  L: "ᏞꓡⳐᒪ",
  M: "МΜϺᎷꓟⲘᗰ",
  n: "ոռпη",
  N: "ΝꓠⲚ",
  o: "ᴏᴑꬽоοσօⲟჿ",
  O: "0ОΟՕꓳⲞ",
  p: "рρⲣ",
  P: "РΡᏢꓑⲢᑭ",
  q: "ԛգզ",
  Q: "ⵕ",
  r: "ꭇꭈгᴦꮁⲅ",
  R: "ƦᎡᏒꓣᖇ",
  rn: "m",
  s: "ꜱƽѕꮪ",
  S: "ЅՏᏕᏚꓢ",
  t: "тτ",
  T: "ТΤᎢꓔⲦ",
  u: "ꞟᴜꭎꭒʋυս",
  U: "Սꓴᑌ",
  v: "ᴠѵνꮩ",
  V: "ѴᏙꓦᐯ",
  w: "ɯᴡѡԝꮃɰшω",
  W: "ԜᎳᏔꓪ",
  x: "хχ×ⲭ",
  X: "ꞳХΧꓫⲬ",
  y: "ɣᶌʏỿꭚуүγყ",
  Y: "УҮΥϒᎩᎽꓬⲨ",
  z: "ᴢꮓ",
  Z: "ΖᏃꓜ",
};

const BY_LOOK_ALIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([plain, alike]) => Array.from(alike, (letter) => [letter, plain] as const)),
);

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Whether somebody could take a name for another one: they are equal but for case, width, invisible characters, spaces and
 * letters that look alike (the skeletons of UTS #39, section 4).
 */
export function isLike(name: string): (other: string) => boolean {
  const skeletons = skeletonsOf(name);
  return (other) => skeletonsOf(other).some((skeleton, index) => skeleton === skeletons[index]);
}

/** One for a name as it is, since a capital I looks like an l, and one for it in small letters. */
function skeletonsOf(name: string): string[] {
  const plain = name.normalize("NFKC").replaceAll(INVISIBLE, "").trim().replaceAll(/\s+/g, " ");
  return [plain, plain.toLowerCase()].map((text) => Array.from(text.normalize("NFD"), plainOf).join("").toLowerCase());
}

const plainOf = (letter: string) => BY_LOOK_ALIKE.get(letter) ?? letter;

export type NamedPerson = { id: string; owner: string };

/** The people whose names are like a name. Nobody gets another name until the transaction ends. */
export async function peopleNamedLike(connection: Connection, name: string): Promise<NamedPerson[]> {
  await connection.query("select pg_advisory_xact_lock($1)", [NAMES_LOCK]);
  const rows = await connection.query("select id, owner from people");
  const isLikeName = isLike(name);
  return rows.flatMap((row) => {
    const owner = requiredText(row, "owner");
    return isLikeName(owner) ? [{ id: requiredText(row, "id"), owner }] : [];
  });
}
