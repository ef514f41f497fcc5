import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { lineOffsetMax, massResetFileMaxCharacters, massResetKeysMax } from "#domain/mass-reset-limits.ts";

import { keyInput } from "../../kernel/inputs/operation-input.ts";

const keysInput = z.array(keyInput).min(1).max(massResetKeysMax).nullish();

/** Ways to choose by lists, of which a call has one. */
export const listInput = {
  userKeys: keysInput,
  accountKeys: keysInput,
  file: z.string().max(massResetFileMaxCharacters).nullish(),
  lineOffset: z.int().min(0).max(lineOffsetMax).nullish(),
  skipFaults: z.boolean().nullish(),
} as const;

/** A choice by a list, as a caller writes it. */
export interface GivenList {
  readonly userKeys?: readonly string[] | null | undefined;
  readonly accountKeys?: readonly string[] | null | undefined;
  readonly file?: string | null | undefined;
  /** Lines that stood before those of the file, which is a part of a longer one. */
  readonly lineOffset?: number | null | undefined;
  readonly skipFaults?: boolean | null | undefined;
}

/** Way in which a call chooses. */
export type ChosenBy = "condition" | "users" | "accounts" | "file";

/**
 * Returns the one way in which a call chooses.
 * @throws MASS_RESET_CHOICE unless there is exactly one
 */
export function chosenBy(given: GivenList & { readonly condition?: string | null | undefined }): ChosenBy {
  const ways = [
    [given.condition, "condition"],
    [given.userKeys, "users"],
    [given.accountKeys, "accounts"],
    [given.file, "file"],
  ] as const;
  const [way, other] = ways.flatMap(([value, name]) => (value === null || value === undefined ? [] : [name]));
  if (way === undefined || other !== undefined)
    throw new ServiceError("MASS_RESET_CHOICE", { target: way ?? "condition" });
  return way;
}
