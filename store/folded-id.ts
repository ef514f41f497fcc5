import { createHash } from "node:crypto";

import { foldedId } from "#domain/person-id.ts";

import { tables } from "./tables.ts";

const charactersMax = tables.users.columns["foldedId"]?.size ?? 0;

/** Returns the fold of an id as its column holds it, which is unique: a digest where it is longer than any id (one sign folds to 18). */
export function heldFold(id: string): string {
  const fold = foldedId(id);
  return fold.length <= charactersMax ? fold : createHash("sha256").update(fold).digest("base64url");
}
