import { createHmac } from "node:crypto";

import type { TestApi } from "./api.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** Returns the code that an authenticator app shows at a moment for a secret in base32 (RFC 6238 and RFC 4226). */
export function codeAt(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / stepMs)));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((character) => alphabet.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Secret and recovery codes of a user with enrolled one-time codes. */
export interface EnrolledCodes {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Enrolls one-time codes over HTTP for a user, who signs in with the password for it. */
export async function enrolCodes(api: TestApi, { key, id }: { key: string; id: string }): Promise<EnrolledCodes> {
  const call = (action: string, body = {}) => api.send("POST", `/v2/users(${key})/${action}`, { as: id, body });
  const begun = await call("beginOneTimeCode");
  const secret = new URL(begun.json.address).searchParams.get("secret") ?? "";
  const confirmed = await call("confirmOneTimeCode", { code: codeAt(secret, api.context.clock.now()) });
  return { secret, recoveryCodes: confirmed.json.recoveryCodes };
}
