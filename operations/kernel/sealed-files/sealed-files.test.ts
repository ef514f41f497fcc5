import { generateKeyPairSync, type KeyObject } from "node:crypto";

import { beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { filePassphraseMinCharacters } from "#domain/sealed-file-limits.ts";

import { type FileOpener, openSealed, readSealed } from "./open-sealed.ts";
import { sealForReader } from "./seal-for-reader.ts";
import type { SealedForm } from "./sealed-form.ts";

const words = "user,name\r\nada,Orange-boat 7 upstream\r\n";
const passphrase = new Secret("seven kettles are on the stove");
const content = {
  id: "00000000-0000-4000-8000-000000000001",
  madeAt: "2030-01-31T00:00:00.000Z",
  content: new Secret(words),
};
const pair = generateKeyPairSync("x25519");
const pemOf = (key: KeyObject) =>
  key.export({ format: "pem", type: key.type === "public" ? "spki" : "pkcs8" }).toString();
const privateKey = new Secret(pemOf(pair.privateKey));

const opened = async (form: SealedForm, opener: FileOpener) =>
  (await openSealed("x.sealed", readSealed("x.sealed", JSON.stringify(form)), opener)).content.use((text) => text);

let byPassphrase: SealedForm;
let byKey: SealedForm;
beforeAll(async () => {
  byPassphrase = await sealForReader(content, { passphrase });
  byKey = await sealForReader(content, { publicKey: pemOf(pair.publicKey) });
});

describe("a sealed file", () => {
  it("opens for its reader alone, and shows nothing to a thief", async () => {
    expect(await opened(byPassphrase, { passphrase })).toBe(words);
    expect(await opened(byKey, { privateKey })).toBe(words);
    for (const form of [byPassphrase, byKey]) {
      const text = JSON.stringify(form);
      for (const part of ["Orange-boat", Buffer.from("Orange-boat").toString("base64url").slice(0, 12)])
        expect(text).not.toContain(part);
    }
  });

  it.each<[string, () => SealedForm, FileOpener, RegExp]>([
    [
      "another passphrase",
      () => byPassphrase,
      { passphrase: new Secret("eight kettles are on the stove") },
      /passphrase is another one/,
    ],
    ["a key instead of its passphrase", () => byPassphrase, { privateKey }, /sealed by a passphrase/],
    ["a passphrase instead of its key", () => byKey, { passphrase }, /give its private key by --key/],
    [
      "the key of another one",
      () => byKey,
      { privateKey: new Secret(pemOf(generateKeyPairSync("x25519").privateKey)) },
      /is sealed to the key [\w-]{43}, and this is the key [\w-]{43}/,
    ],
    [
      "an altered text",
      () => ({ ...byKey, sealed: `${byKey.sealed.slice(0, -4)}AAAA` }),
      { privateKey },
      /altered or is damaged/,
    ],
    [
      "the content of another file",
      () => ({ ...byKey, id: "00000000-0000-4000-8000-000000000002" }),
      { privateKey },
      /altered or is damaged/,
    ],
  ])("does not open by %s", async (_what, form, opener, expected) => {
    await expect(opened(form(), opener)).rejects.toThrow(expected);
  });

  it("that asks for rounds without end is refused at once", async () => {
    const [header = "", ...rest] = byPassphrase.sealed.split(".");
    const facts = JSON.parse(Buffer.from(header, "base64url").toString()) as { p2c: number };
    const endless = Buffer.from(JSON.stringify({ ...facts, p2c: facts.p2c * 1_000 })).toString("base64url");
    const form = { ...byPassphrase, sealed: [endless, ...rest].join(".") };
    await expect(opened(form, { passphrase })).rejects.toThrow(/does not open/);
  });

  it.each(["", "{}", '{"gatehouseExport":1}', "[1]"])("is not read from %j", (text) => {
    expect(() => readSealed("x", text)).toThrow(/no sealed file of passwords/);
  });

  it("is not made with a short passphrase, blanks around it not counted", async () => {
    const short = new Secret(` ${"x".repeat(filePassphraseMinCharacters - 1)} `);
    await expect(sealForReader(content, { passphrase: short })).rejects.toThrow(/at least 16 characters/);
  });

  it("is not made to a private key, nor to no key", async () => {
    await expect(sealForReader(content, { publicKey: pemOf(pair.privateKey) })).rejects.toThrow(/holds a private key/);
    await expect(sealForReader(content, { publicKey: "x" })).rejects.toThrow(/no public key/);
  });

  it("opens by the same passphrase in another form of Unicode", async () => {
    const composed = new Secret("sieben Kessel kochen über");
    const form = await sealForReader(content, { passphrase: composed });
    expect(await opened(form, { passphrase: new Secret("sieben Kessel kochen über".normalize("NFD")) })).toBe(words);
  });
});
