// The first three parts of a GUID are stored with their last byte first.
const guidOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const guidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The text of a GUID as the tools of Windows write it, in lower case; source: MS-DTYP 2.3.4. */
export function guidToText(bytes: Uint8Array): string {
  const hex = guidOrder.map((place) => (bytes[place] ?? 0).toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The 16 bytes of a GUID, or undefined when the text is none. */
export function guidToBytes(text: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (!guidText.test(lower)) return undefined;
  const written = Buffer.from(lower.replaceAll("-", ""), "hex");
  return Buffer.from(guidOrder.map((place) => written[place] ?? 0));
}

/** The text of a security identifier, S-1-5-21-…; source: MS-DTYP 2.4.2. */
export function sidToText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const parts = Array.from({ length: buffer.readUInt8(1) }, (_, index) => buffer.readUInt32LE(8 + 4 * index));
  return ["S", buffer.readUInt8(0), buffer.readUIntBE(2, 6), ...parts].join("-");
}
