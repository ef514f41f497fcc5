import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** The only source of new keys, random tokens and random numbers. */
export interface Ids {
  /** A new random key: a guid in lower case. */
  guid(): string;
  /** An unguessable token of so many random bytes (32 when not given), as base64url. */
  token(bytes?: number): string;
  /** An unguessable whole number from 0 up to but without the limit, each as likely as the others. */
  below(limit: number): number;
}

const tokenBytesDefault = 32;

/** Keys and tokens from the random source of the machine. */
export const systemIds: Ids = {
  guid: () => randomUUID(),
  token: (bytes = tokenBytesDefault) => randomBytes(bytes).toString("base64url"),
  below: (limit) => randomInt(limit),
};
