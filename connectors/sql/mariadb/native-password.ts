import { createHash, timingSafeEqual } from "node:crypto";

/** Returns true if a password matches a text stored by mysql_native_password: `*` and SHA-1 of SHA-1 in hexadecimal. */
export function matchesNative(plaintext: string, stored: string): boolean {
  const sha1 = (data: string | Buffer) => createHash("sha1").update(data).digest();
  const [expected, actual] = [Buffer.from(stored.slice(1), "hex"), sha1(sha1(plaintext))];
  return stored.startsWith("*") && expected.length === actual.length && timingSafeEqual(expected, actual);
}
