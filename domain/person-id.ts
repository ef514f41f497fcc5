import { normalForm } from "#connectors/contract/normal-form.ts";

import { idPattern, idRule } from "./id-form.ts";

/** Characters that the ID of a person must not contain, in words. */
export const personIdRule = `${idRule}, nor signs that nobody sees or that turn the direction of text`;

// RFC 8264 4.2.3 and 9.13: characters without a look of their own, and unassigned ones.
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** Returns the form in which the ID of a person is stored: NFC (RFC 8265 3.4), else unchanged. */
export function storedId(text: string): string {
  return normalForm(text, "NFC");
}

/** Returns true if a text may be the ID of a person; its length is checked elsewhere. */
export function isPersonId(text: string): boolean {
  return idPattern.test(text) && !unseen.test(text);
}

/** Returns the form in which the IDs of two people must differ: neither case nor width of letters makes another person (RFC 8265 3.3). */
export function foldedId(text: string): string {
  return normalForm(normalForm(text, "NFKC").toLowerCase(), "NFKC");
}

/**
 * Returns the ID that a name means, of IDs that differ in case or width alone: the one with the same spelling, else the only one. It
 * distinguishes IDs that are older than the rule that they must differ in more.
 */
export function idMeant(name: string, ids: readonly string[]): string | undefined {
  const exact = ids.find((id) => id === name) ?? ids.find((id) => id === storedId(name));
  if (exact !== undefined) return exact;
  const [only, ...others] = ids.filter((id) => foldedId(id) === foldedId(name));
  return others.length === 0 ? only : undefined;
}

// Letters of other scripts and digits by the letter that they look like; without capitals, so `I` is `i`.
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
  // One stroke: the type face decides which of them it is.
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

/** Returns the look of an ID: readers confuse two that have the same look. */
export function lookOf(id: string): string {
  return [...foldedId(id)]
    .map((sign) => letterOf.get(sign) ?? sign)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
