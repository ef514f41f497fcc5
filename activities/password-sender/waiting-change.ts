import { readFileSync } from "node:fs";

import { z } from "zod";

import {
  type SenderAccountName,
  type UnknownPasswordReason,
  unknownPasswordReasons,
} from "#domain/password-sync/sender-call.ts";

import type { SteadyMoment } from "./steady-moment.ts";

/** Change of a password that waits at the sender. Its password is sealed to the service. */
export interface WaitingChange {
  readonly series: string;
  readonly number: number;
  readonly name: SenderAccountName;
  /** Sealed password; null if it is not known. */
  readonly jwe: string | null;
  readonly reason?: UnknownPasswordReason;
  readonly at: SteadyMoment;
}

/** Change that is to be kept under the next number. */
export type NewChange = Pick<WaitingChange, "name" | "jwe" | "reason" | "at">;

const nameSchema = z.object({
  stableId: z.string().exactOptional(),
  longId: z.string().exactOptional(),
  shortId: z.string().exactOptional(),
});
const changeSchema = z.object({
  series: z.string().min(1),
  number: z.int().positive(),
  name: nameSchema,
  jwe: z.string().nullable(),
  reason: z.enum(unknownPasswordReasons).exactOptional(),
  at: z.object({ boot: z.string(), ms: z.number() }),
});

/** Reads the file of a change; undefined if it is not readable. */
export function readChange(path: string): WaitingChange | undefined {
  try {
    return changeSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

/** Returns a change without its password: the number is sent, and nothing is set anywhere. */
export function withoutPassword(
  { series, number, name, at }: WithoutPassword,
  reason: UnknownPasswordReason,
): WaitingChange {
  return { series, number, name, jwe: null, reason, at };
}

type WithoutPassword = Pick<WaitingChange, "series" | "number" | "name" | "at">;
