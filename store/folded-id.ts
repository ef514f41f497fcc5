import { createHash } from "node:crypto";

import { foldedId } from "#domain/person-id.ts";

import { tables } from "./tables.ts";

const charactersMax = tables.users.columns["foldedId"]?.size ?? 0;

/**
 * Returns the fold of an ID as its column stores it, which is unique: a digest if the fold is longer than any ID (one sign folds to 18).
 */
export function heldFold(id: string): string {
  const fold = foldedId(id);
  return fold.length <= charactersMax ? fold : createHash("sha256").update(fold).digest("base64url");
}
