import { generateKeyPairSync, type KeyObject } from "node:crypto";

import { beforeAll, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import type { ExportForm, ShareForm } from "./export-form.ts";
import { shareFingerprint } from "./export-form.ts";
import { type NamedText, openExport } from "./open-export.ts";
import { sealToRecipient, sealToShares } from "./seal-export.ts";

const words = "words of the ring";
const parts = {
  id: "00000000-0000-4000-8000-000000000001",
  madeAt: "2030-01-31T00:00:00.000Z",
  pageKey: new Secret("A".repeat(43)),
  contents: { "keys.json": new Secret(words) },
};
const other = { ...parts, id: "00000000-0000-4000-8000-000000000002" };

const fileOf = (form: ExportForm): NamedText => ({ name: "vault.export", text: JSON.stringify(form) });
const pemOf = (key: KeyObject) =>
  key.export({ format: "pem", type: key.type === "public" ? "spki" : "pkcs8" }).toString();
const jwkOf = (key: KeyObject) => JSON.stringify(key.export({ format: "jwk" }));

async function opened(form: ExportForm, opener: Parameters<typeof openExport>[1]) {
  const { contents } = await openExport(fileOf(form), opener);
  return contents.get("keys.json")?.use((text) => text);
}

describe("a recipient's key", () => {
  const pairs = {
    rsa: generateKeyPairSync("rsa", { modulusLength: 2048 }),
    x25519: generateKeyPairSync("x25519"),
    "P-256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
    "P-521": generateKeyPairSync("ec", { namedCurve: "P-521" }),
  };

  it.each(Object.entries(pairs))("of %s seals and opens, as PEM and as JWK", async (_name, pair) => {
    for (const textOf of [pemOf, jwkOf]) {
      const form = await sealToRecipient(parts, textOf(pair.publicKey));
      expect(JSON.stringify(form)).not.toContain(words);
      expect(await opened(form, { privateKey: new Secret(textOf(pair.privateKey)) })).toBe(words);
    }
  });

  it("may lie behind a passphrase, which is asked for", async () => {
    const form = await sealToRecipient(parts, pemOf(pairs.rsa.publicKey));
    const locked = { format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "words of the key" } as const;
    const privateKey = new Secret(pairs.rsa.privateKey.export(locked).toString());
    expect(await opened(form, { privateKey, passphrase: new Secret("words of the key") })).toBe(words);
    await expect(opened(form, { privateKey })).rejects.toThrow("passphrase is missing or another one");
  });

  it("that is another one is told by its fingerprint", async () => {
    const form = await sealToRecipient(parts, pemOf(pairs["P-256"].publicKey));
    await expect(opened(form, { privateKey: new Secret(pemOf(pairs.x25519.privateKey)) })).rejects.toThrow(
      /is sealed to the key [\w-]{43}, and this is the key [\w-]{43}/,
    );
  });

  it.each([
    ["a private key", pemOf(pairs.rsa.privateKey), "holds a private key"],
    ["a private JWK", jwkOf(pairs.x25519.privateKey), "holds a private key"],
    ["no key", "words", "is no public key"],
    ["a key that only signs", pemOf(generateKeyPairSync("ed25519").publicKey), "Nothing can be sealed to this key"],
    [
      "a key that is too short",
      pemOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey),
      "Give one of RSA from 2048 bits",
    ],
    [
      "a curve that nobody uses here",
      pemOf(generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey),
      "Nothing can be sealed to this key (secp256k1",
    ],
  ])("that is %s is refused", async (_name, recipient, reason) => {
    await expect(sealToRecipient(parts, recipient)).rejects.toThrow(reason);
  });

  it("opens nothing that was altered", async () => {
    const form = await sealToRecipient(parts, pemOf(pairs.x25519.publicKey));
    const privateKey = new Secret(pemOf(pairs.x25519.privateKey));
    const pieces = form.sealed.split(".");
    for (const place of pieces.keys()) {
      const sealed = pieces.map((piece, at) =>
        at === place ? (piece.startsWith("A") ? "B" : "A") + piece.slice(1) : piece,
      );
      await expect(opened({ ...form, sealed: sealed.join(".") }, { privateKey })).rejects.toThrow("was altered");
    }
    await expect(opened({ ...form, id: other.id }, { privateKey })).rejects.toThrow("was altered");
    const file = { name: "vault.export", text: "words" };
    await expect(openExport(file, { privateKey })).rejects.toThrow("vault.export is no export of the vault");
  });
});

describe("shares", () => {
  let form: ExportForm;
  let shares: readonly ShareForm[];
  beforeAll(async () => {
    ({ form, shares } = await sealToShares(parts, { shares: 5, threshold: 3 }));
  });
  const files = (given: readonly ShareForm[]) =>
    given.map((share, index) => ({ name: `file ${index + 1}`, text: JSON.stringify(share) }));
  const pick = (...numbers: number[]) =>
    numbers.flatMap((number) => shares.find((share) => share.number === number) ?? []);
  const openWith = (given: readonly ShareForm[]) => opened(form, { shares: files(given) });

  it("open the export, any three of the five and more", async () => {
    for (let first = 1; first <= 3; first++) {
      for (let second = first + 1; second <= 4; second++) {
        for (let third = second + 1; third <= 5; third++) {
          expect(await openWith(pick(third, first, second))).toBe(words);
        }
      }
    }
    expect(await openWith(shares)).toBe(words);
    expect(JSON.stringify(form)).not.toContain(words);
  });

  it("that are too few open nothing, and say how many are missing", async () => {
    await expect(openWith(pick(2, 4))).rejects.toThrow(
      "3 of the 5 shares open this export, and 2 were given. Give 1 more.",
    );
  });

  it("that are given twice, come from another export or were altered are named by their files", async () => {
    const [foreign] = (await sealToShares(other, { shares: 5, threshold: 3 })).shares;
    const [first, second] = pick(1, 2);
    if (!foreign || !first || !second) throw new Error("There are shares.");
    const altered = { ...second, share: (second.share.startsWith("A") ? "B" : "A") + second.share.slice(1) };
    await expect(openWith([first, first, foreign, altered])).rejects.toThrow(
      `file 2 is the same share as file 1 (number 1). file 3 is a share of the export ${other.id}, not of ${parts.id}. file 4 was altered or is damaged.`,
    );
    // An attacker who alters a share can make its own fingerprint match, but not the one in the export.
    const forged = { ...altered, fingerprint: shareFingerprint(altered) };
    await expect(openWith([...pick(1, 3), forged])).rejects.toThrow("file 3 was altered or is damaged.");
    await expect(opened(form, { shares: [{ name: "note.txt", text: "words" }] })).rejects.toThrow(
      "note.txt is no share",
    );
  });

  it("of which none opens what was altered", async () => {
    const sealed = form.sealed.slice(0, -4) + (form.sealed.endsWith("AAAA") ? "BBBB" : "AAAA");
    await expect(opened({ ...form, sealed }, { shares: files(pick(1, 2, 3)) })).rejects.toThrow("was altered");
  });

  it("are not made where they would never open it", async () => {
    await expect(sealToShares(parts, { shares: 2, threshold: 3 })).rejects.toThrow("3 of 2 shares would never open");
  });

  it("and keys are told apart", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("x25519");
    const sealedToKey = await sealToRecipient(parts, pemOf(publicKey));
    await expect(opened(sealedToKey, { shares: files(pick(1, 2, 3)) })).rejects.toThrow(
      "give its private key by --key",
    );
    await expect(opened(form, { privateKey: new Secret(pemOf(privateKey)) })).rejects.toThrow(
      "give 3 of its 5 by --share",
    );
  });
});
