import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

const cost = { N: 16_384, r: 8, p: 1 } as const;
const hashBytes = 32;
const saltBytes = 16;

/** Hashes a password with scrypt and a random salt, as text: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(plaintext: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(plaintext, salt, cost);
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** Returns true if a password matches a stored hash; compares in constant time. */
export async function matchesHash(plaintext: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined) return false;
  const expected = Buffer.from(hash, "base64");
  const actual = await derive(plaintext, Buffer.from(salt, "base64"), { N: Number(N), r: Number(r), p: Number(p) });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(plaintext: string, salt: Buffer, options: { N: number; r: number; p: number }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plaintext, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
