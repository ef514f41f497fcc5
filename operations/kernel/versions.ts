import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { smallNumbersFrom } from "#domain/restore-epoch.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "./context.ts";

/** What every change of something that keeps its versions says: why it is changed, and the version that the caller has seen. */
export const versionFields = {
  comment: z.string().max(commentMaxCharacters).nullish(),
  expectedNumber: z.int().min(0).nullish(),
};

/** The tables of what is changed by versions, by those of the versions. */
const changed = { policyVersions: "policies", authChainVersions: "authChains" } as const;

/** What the errors call one of them. */
const words = { policyVersions: "policy", authChainVersions: "authentication chain" } as const;

/** Which version a change makes. */
interface NextVersion {
  readonly table: keyof typeof changed;
  readonly name: string;
  /** The number that the newest version must have; it guards against a change by somebody else. */
  readonly expectedNumber?: number | null | undefined;
}

/**
 * The stamp of the next version under a name: its number, who makes it, and when. Changes of one kind wait for each other until the commit.
 * @throws VERSION_MISMATCH
 */
export async function nextVersion(
  { store, caller, clock, ids }: CallContext,
  { table, name, expectedNumber }: NextVersion,
): Promise<Pick<Row<NextVersion["table"]>, "key" | "name" | "number" | "changedBy" | "changedAt">> {
  // The counter's row is locked until the commit, so that changes follow each other, also the first ones under a name.
  await store.nextNumber(changed[table]);
  const [newest] = await store.select(table, { where: { name }, orderBy: [["number", "desc"]], limit: 1 });
  const last = newest?.number ?? 0;
  if (expectedNumber !== undefined && expectedNumber !== null && expectedNumber !== last) {
    throw new ServiceError("VERSION_MISMATCH", {
      target: "expectedNumber",
      message: `The ${words[table]} '${name}' is at version ${last}, not ${expectedNumber}. Look at it again, then decide.`,
    });
  }
  // What was lost by a restore had versions of this name too.
  const number = 1 + Math.max(last, smallNumbersFrom(store.epoch.current));
  return { key: ids.guid(), name, number, changedBy: caller.id, changedAt: clock.now() };
}
