import { createHash } from "node:crypto";

import { type ComparedOperation, identityOf } from "#domain/requests/same-operation.ts";

/** Recipient of operations. */
export interface Recipient {
  readonly key: string;
  /** Id of the person, by which a new account is called that has no name. */
  readonly id: string;
}

/** Returns the digest that finds an open operation for the same object and person. */
export function subjectOf(operation: ComparedOperation, { key, id }: Recipient): string {
  return createHash("sha256")
    .update(`${key} ${identityOf(operation, id)}`)
    .digest("base64url");
}
