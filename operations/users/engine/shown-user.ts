import type { Row } from "#store/tables.ts";

/** A user as callers get one: without what could be tried against passwords and links. */
export type ShownUser = Omit<Row<"users">, "passwordHash" | "passwordLinkHash">;

/** Leaves the hashes out. */
export function shownUser({ passwordHash: _password, passwordLinkHash: _link, ...shown }: Row<"users">): ShownUser {
  return shown;
}
