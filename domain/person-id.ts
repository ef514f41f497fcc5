import { normalForm } from "#connectors/contract/normal-form.ts";

import { idPattern, idRule } from "./id-form.ts";

/** Words for what the id of a person must not contain. */
export const personIdRule = `${idRule}, nor signs that nobody sees or that turn the direction of text`;

// RFC 8264 4.2.3 and 9.13: what has no look of its own, and what is assigned to nothing.
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the form in which the id of a person is stored: NFC (RFC 8265 3.4), else as it is given. */
export function storedId(text: string): string {
  return normalForm(text, "NFC");
}

/** Tells that a text may be the id of a person; how long it may be is said elsewhere. */
export function isPersonId(text: string): boolean {
  return idPattern.test(text) && !unseen.test(text);
}

/** Returns what the ids of two people must differ in: neither case nor width of letters makes another person (RFC 8265 3.3). */
export function foldedId(text: string): string {
  return normalForm(normalForm(text, "NFKC").toLowerCase(), "NFKC");
}

/**
 * Returns the id of those that differ in case or width alone whom a name means: the one that is written so, else the only one. Ids that
 * were there before they had to differ in more than that are told apart by this.
 */
export function idMeant(name: string, ids: readonly string[]): string | undefined {
  const exact = ids.find((id) => id === name) ?? ids.find((id) => id === storedId(name));
  if (exact !== undefined) return exact;
  const [only, ...others] = ids.filter((id) => foldedId(id) === foldedId(name));
  return others.length === 0 ? only : undefined;
}

// Letters of other scripts, and digits, by the letter that they look like; without capitals, so `I` is `i`.
const lookAlikes: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ьв",
  c: "сϲⅽ",
  d: "ԁժ",
  e: "еєҽ℮",
  g: "ɡց",
  h: "һհ",
  j: "јϳ",
  k: "кκ",
  // One stroke: which of them it is depends on the type face.
  l: "i1|ıіιӏǀ׀ا",
  m: "м",
  n: "пոη",
  o: "0оοօ٥۵",
  p: "рρ",
  q: "ԛգ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "υսц",
  v: "ѵν",
  w: "ԝшωա",
  x: "хχ",
  y: "уүγ",
  z: "ᴢ",
};
const letterOf = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
);

/** Returns what an id looks like: two that have the same look are taken for one another. */
export function lookOf(id: string): string {
  return [...foldedId(id)]
    .map((sign) => letterOf.get(sign) ?? sign)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
