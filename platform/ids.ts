import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** The only source of new keys, random tokens and random numbers. */
export interface Ids {
  /** Returns a new random key: a guid in lower case. */
  guid(): string;
  /** Returns an unguessable token of the given number of random bytes (32 by default), as base64url. */
  token(bytes?: number): string;
  /** Returns an unguessable whole number from 0 to below the limit, uniformly distributed. */
  below(limit: number): number;
}

const tokenBytesDefault = 32;

/** Keys and tokens from the random source of the machine. */
export const systemIds: Ids = {
  guid: () => randomUUID(),
  token: (bytes = tokenBytesDefault) => randomBytes(bytes).toString("base64url"),
  below: (limit) => randomInt(limit),
};
