import { expect, it } from "vitest";

import { flag, list, oneOf, text } from "#domain/resources/format/builders.ts";

import { helpOf, inWords, memberTexts, propertyTexts } from "./property-texts.ts";

it.each([
  ["redirectUris", "Redirect URIs"],
  ["id", "ID"],
  ["authorization_code", "Authorization code"],
  ["helpUrl", "Help URL"],
  ["idle", "Idle"],
])("writes %s as words", (name, words) => {
  expect(inWords(name)).toBe(words);
});

it.each([
  ["Name on the sign-in page; null for the ID.", "Name on the sign-in page. Leave empty for the ID."],
  ["True if it is served; true by default.", "It is served."],
  ["Of the attribute `mail`; low by default. Only once.", "Of the attribute mail. Only once."],
  ["The mail address; null for the attribute `mail`.", "The mail address. Leave empty for the attribute mail."],
  ["Key of the manager; null if none.", "The manager. Optional."],
  ["Name of the purpose; null if none.", "Name of the purpose. Optional."],
  [
    "Key of the user as whom it acts; null if it never does.",
    "The user as whom it acts. Leave empty if it never does.",
  ],
  ["Types that are sent; empty for all.", "Types that are sent. Select none for all."],
])("makes a help of: %s", (sentence, help) => {
  expect(helpOf(sentence)).toBe(help);
});

it("takes the label of the declaration, and tells no help where nobody writes", () => {
  const url = text().given().label("Address").shown("Sent there as {key}.");
  expect(propertyTexts("url", url.facts)).toEqual([
    ["", "Address"],
    [".help", "Sent there as '{'key'}'."],
  ]);
  expect(propertyTexts("isNew", flag().shown("True if it is new.").facts)).toEqual([["", "Is new"]]);
});

it("names members, except for those that stand for themselves", () => {
  const ways = list(oneOf(["byHand", "at_once", "a.b"])).memberLabels({ byHand: "Manual" });
  expect(memberTexts(ways.facts)).toEqual([
    [".byHand", "Manual"],
    [".at_once", "At once"],
  ]);
});

it("names the known values of a text to which later versions may add some", () => {
  const type = text().memberLabels({ managedGroup: "group" });
  expect(memberTexts(type.facts)).toEqual([[".managedGroup", "group"]]);
  expect(memberTexts(text().facts)).toEqual([]);
});
