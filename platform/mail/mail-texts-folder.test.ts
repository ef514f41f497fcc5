import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readMailTexts } from "./mail-texts-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-texts-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, texts: unknown) =>
  writeFileSync(join(folder, file), typeof texts === "string" ? texts : JSON.stringify(texts));
const ended = { subject: "Over: {{number}}", text: "{{outcome}}" };

test("without a folder the texts that come along hold, English where a language has none", async () => {
  const { textsFor } = await readMailTexts(null);
  const approved = [["de-AT", "en"], ["fr"], []].map((wishes) => textsFor(wishes).words.approve);
  expect(approved).toEqual(["genehmigt", "approved", "approved"]);
});

test("a file stands above the texts of its language, or of English", async () => {
  write("de-AT.json", { kinds: { ended } });
  write("fr.json", { words: { approve: "approuvé" } });
  write("readme.txt", "no texts");
  const { textsFor } = await readMailTexts(folder);
  expect(textsFor(["de-at"])).toMatchObject({ words: { approve: "genehmigt" }, kinds: { ended } });
  expect(textsFor(["de"]).kinds.ended.subject).toBe("Antrag {{number}} ist {{outcome}}");
  expect(textsFor(["fr-CA"])).toMatchObject({ words: { approve: "approuvé", deny: "denied" } });
});

test.each([
  ["english.json", {}, "its name must be that of a language"],
  ["en.json", "{", "JSON"],
  ["en.json", { kinds: { ended: { subject: "x" } } }, "kinds.ended.text"],
  ["en.json", { kind: {} }, "docs/notices.md"],
  ["en.json", { kinds: { ended: { ...ended, text: "{{secret}}" } } }, "ended: there is no field {{secret}}"],
])("%s with %j is refused with file, place and rule", async (file, texts, words) => {
  write(file, texts);
  const refused = await readMailTexts(folder).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "MAIL_TEXTS_INVALID" });
  expect((refused as Error).message).toContain(join(folder, file));
  expect((refused as Error).message).toContain(words);
});

test("a folder that is not there is told", async () => {
  await expect(readMailTexts(join(folder, "none"))).rejects.toMatchObject({
    code: "MAIL_TEXTS_INVALID",
    message: expect.stringContaining("MAIL_TEXTS_FOLDER"),
  });
});
