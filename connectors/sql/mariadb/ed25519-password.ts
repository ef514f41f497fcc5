import { createHash, createPrivateKey, createPublicKey } from "node:crypto";

// The field of Curve25519: 2^255 - 19.
const prime = 2n ** 255n - 19n;
const keyBytes = 32;
// Prefix of the 32 bytes of an X25519 private key in PKCS #8 (RFC 8410).
const x25519Head = Buffer.from("302e020100300506032b656e04220420", "hex");

/**
 * Returns true if a password matches a text stored by MariaDB's ed25519: the public key in base64, whose secret is SHA-512 of the
 * password. A secret may have any length there, but an Ed25519 key in Node.js may not. So both are compared as points of the same
 * curve in the form of X25519, whose private key is the first half of that hash. That form omits a sign bit that no password can
 * choose.
 */
export function matchesEd25519(plaintext: string, stored: string): boolean {
  const bytes = Buffer.from(stored, "base64");
  if (bytes.length !== keyBytes) return false;
  const secret = createHash("sha512").update(plaintext).digest().subarray(0, keyBytes);
  const key = createPrivateKey({ key: Buffer.concat([x25519Head, secret]), format: "der", type: "pkcs8" });
  const point = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyBytes);
  return toNumber(point) === montgomeryOf(toNumber(bytes) % 2n ** 255n);
}

// RFC 7748, 4.1: u = (1 + y) / (1 - y).
function montgomeryOf(y: bigint): bigint {
  return modulo((1n + y) * power(modulo(1n - y), prime - 2n));
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square, rest] = [1n, base, exponent];
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}

function modulo(number: bigint): bigint {
  return ((number % prime) + prime) % prime;
}

function toNumber(littleEndian: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(littleEndian.toReversed()).toString("hex")}`);
}
