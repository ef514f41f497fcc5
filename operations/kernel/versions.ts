import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { smallNumbersFrom } from "#domain/restore-epoch.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "./context.ts";

/** Fields of every change of a versioned object: the reason, and the version that the caller has seen. */
export const versionFields = {
  comment: z.string().max(commentMaxCharacters).nullish(),
  expectedNumber: z.int().min(0).nullish(),
};

/** Tables of versioned objects, by the table of their versions. */
const changed = { policyVersions: "policies", authChainVersions: "authChains" } as const;

/** Names of versioned objects in error texts. */
const words = { policyVersions: "policy", authChainVersions: "authentication chain" } as const;

/** Version that a change makes. */
interface NextVersion {
  readonly table: keyof typeof changed;
  readonly name: string;
  /** Number that the newest version must have; it guards against a concurrent change. */
  readonly expectedNumber?: number | null | undefined;
}

/**
 * Returns the stamp of the next version under a name: its number, author and time. Changes of one kind wait for each other until the
 * commit.
 * @throws VERSION_MISMATCH
 */
export async function nextVersion(
  { store, caller, clock, ids }: CallContext,
  { table, name, expectedNumber }: NextVersion,
): Promise<Pick<Row<NextVersion["table"]>, "key" | "name" | "number" | "changedBy" | "changedAt">> {
  // The counter's row is locked until the commit, so that changes follow each other, including the first ones under a name.
  await store.nextNumber(changed[table]);
  const [newest] = await store.select(table, { where: { name }, orderBy: [["number", "desc"]], limit: 1 });
  const last = newest?.number ?? 0;
  if (expectedNumber !== undefined && expectedNumber !== null && expectedNumber !== last) {
    throw new ServiceError("VERSION_MISMATCH", {
      target: "expectedNumber",
      message: `The ${words[table]} '${name}' is at version ${last}, not ${expectedNumber}. Look at it again, then decide.`,
    });
  }
  // Versions lost by a restore had numbers of this name too.
  const number = 1 + Math.max(last, smallNumbersFrom(store.epoch.current));
  return { key: ids.guid(), name, number, changedBy: caller.id, changedAt: clock.now() };
}
