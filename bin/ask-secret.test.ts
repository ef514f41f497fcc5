import { Readable } from "node:stream";

import { describe, expect, it } from "vitest";

import { askSecret, type SecretInput } from "./ask-secret.ts";

const typing = (...parts: string[]) => {
  const raw: boolean[] = [];
  const written: string[] = [];
  const input: SecretInput = Object.assign(Readable.from(parts.map((part) => Buffer.from(part))), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => raw.push(isRaw),
  });
  return { raw, written, asked: askSecret("Password", input, { write: (text) => written.push(text) }) };
};
const plain = async (asked: ReturnType<typeof askSecret>) => (await asked).use((text) => text);

describe("a secret", () => {
  it("is typed unseen on a terminal, where it can be corrected", async () => {
    const { raw, written, asked } = typing("geh", "eimm\u007F\b\bim\r", "more");
    expect(await plain(asked)).toBe("geheim");
    expect([raw, written]).toEqual([
      [true, false],
      ["Password: ", "\n"],
    ]);
  });

  it("ends with Ctrl-C, and the terminal shows again what is typed", async () => {
    const { raw, asked } = typing("geh\u0003");
    await expect(asked).rejects.toMatchObject({ exitCode: 130 });
    expect(raw).toEqual([true, false]);
  });

  it.each([
    ["its line ends", [" Grün zwei\r\n"], " Grün zwei"],
    ["it comes in pieces", ["a", "b\nc", "\n"], "ab\nc"],
  ])("comes from standard input whole, though %s", async (_, parts, wanted) => {
    expect(await plain(askSecret("Password", Readable.from(parts)))).toBe(wanted);
  });

  it("is asked for again where nothing was given", async () => {
    await expect(askSecret("Password", Readable.from(["\n"]))).rejects.toThrow("pipe it into the command");
    await expect(typing("\r").asked).rejects.toMatchObject({ exitCode: 2 });
  });
});
