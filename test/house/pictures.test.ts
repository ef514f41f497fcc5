import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { pictureBytes, pictureNames } from "../web/support/pictures.ts";

const page = readFileSync(new URL("../../docs/using-the-ui.md", import.meta.url), "utf8");

test("the pictures of docs/using-the-ui.md are those of docs/pictures and those that a test takes, each with words for who cannot see it", () => {
  const shown = [...page.matchAll(/!\[([^\]]*)\]\(pictures\/(\w+)\.png\)/g)];
  expect(shown.map(([, , name]) => name)).toEqual([...pictureNames]);
  expect([...pictureBytes().keys()].toSorted()).toEqual(pictureNames.map((name) => `${name}.png`).toSorted());
  for (const [, words = ""] of shown) expect(words.length).toBeGreaterThan(20);
});
