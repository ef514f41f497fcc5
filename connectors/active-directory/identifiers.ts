// The first three parts of a GUID are stored with their last byte first.
const guidOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const guidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const sidHeadBytes = 8;

/** Writes a GUID as Windows tools do, in lower case; source: MS-DTYP 2.3.4. */
export function guidToText(bytes: Uint8Array): string {
  const hex = guidOrder.map((place) => (bytes[place] ?? 0).toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Returns the 16 bytes of a GUID; undefined if the text is not one. */
export function guidToBytes(text: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (!guidText.test(lower)) return undefined;
  const written = Buffer.from(lower.replaceAll("-", ""), "hex");
  return Buffer.from(guidOrder.map((place) => written[place] ?? 0));
}

/** Writes a security identifier as text, S-1-5-21-…; source: MS-DTYP 2.4.2. */
export function sidToText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  const parts = Array.from({ length: buffer.readUInt8(1) }, (_, index) =>
    buffer.readUInt32LE(sidHeadBytes + 4 * index),
  );
  return ["S", buffer.readUInt8(0), buffer.readUIntBE(2, 6), ...parts].join("-");
}

/** Returns the bytes of a security identifier in the form of `sidToText`. */
export function sidToBytes(text: string): Buffer {
  const [revision = 0, authority = 0, ...parts] = text.split("-").slice(1).map(Number);
  const bytes = Buffer.alloc(sidHeadBytes + 4 * parts.length);
  bytes.writeUInt8(revision, 0);
  bytes.writeUInt8(parts.length, 1);
  bytes.writeUIntBE(authority, 2, 6);
  for (const [index, part] of parts.entries()) bytes.writeUInt32LE(part, sidHeadBytes + 4 * index);
  return bytes;
}

/**
 * Splits a security identifier into its domain and the number within it, which is all that `primaryGroupID` holds. Returns
 * undefined for one without a domain, such as those of the groups in CN=Builtin.
 */
export function domainAndRidOf(sid: string): { readonly domain: string; readonly rid: string } | undefined {
  const [, domain, rid] = /^(S-1-5-21-\d+-\d+-\d+)-(\d+)$/.exec(sid) ?? [];
  return domain === undefined || rid === undefined ? undefined : { domain, rid };
}
