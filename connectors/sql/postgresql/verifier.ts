import { createHash, createHmac, pbkdf2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const scram = /^SCRAM-SHA-256\$(\d{1,7}):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+):[A-Za-z0-9+/=]+$/;
const keyBytes = 32;

/**
 * Returns true if a password matches the text stored by PostgreSQL: a SCRAM-SHA-256 verifier (RFC 5803) or an MD5 hash. Returns
 * undefined for another form, or for characters that the server normalizes in its own way.
 */
export async function matchesVerifier(plaintext: string, stored: string, role: string): Promise<boolean | undefined> {
  if (stored === "") return false;
  if (/^md5[0-9a-f]{32}$/.test(stored)) {
    const actual = `md5${createHash("md5").update(plaintext).update(role).digest("hex")}`;
    return timingSafeEqual(Buffer.from(actual), Buffer.from(stored));
  }
  const [, iterations, salt = "", storedKey = ""] = scram.exec(stored) ?? [];
  if (iterations === undefined || !/^[\x20-\x7e]*$/.test(plaintext)) return undefined;
  const salted = await promisify(pbkdf2)(
    plaintext,
    Buffer.from(salt, "base64"),
    Number(iterations),
    keyBytes,
    "sha256",
  );
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  const [actual, expected] = [createHash("sha256").update(clientKey).digest(), Buffer.from(storedKey, "base64")];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
