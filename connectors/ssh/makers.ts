import type { Call, ObjectRef } from "#connectors/contract/index.ts";

import { type Account, getents, readGroup } from "./machine.ts";
import { groupMakers, type GroupRow, makerMark, type Maker } from "./rows.ts";
import type { SshSession } from "./session.ts";

/** Returns true if this operation created the account but was interrupted before its password was set. */
export function isUnfinished({ shadow }: Account, operation: string): boolean {
  return shadow?.madeBy?.unfinished === true && shadow.madeBy.operation === operation;
}

/** Returns the arguments by which useradd and groupadd record the operation that creates the object, in place of a password. */
export function makerFlags({ id }: Call["operation"], { unfinished }: Pick<Maker, "unfinished">): string[] {
  const mark = makerMark({ operation: id, unfinished });
  return mark === undefined ? [] : ["-p", mark];
}

/** Finds the line of a group by its id, otherwise by its name, with the operation that created it if gshadow records one. */
export async function findGroupAndMaker(
  session: SshSession,
  ref: ObjectRef,
  signal: AbortSignal,
): Promise<{ row: GroupRow; maker?: Maker } | undefined> {
  const { group: row } = (await readGroup(session, ref, signal)) ?? {};
  if (row === undefined) return undefined;
  const [text = ""] = await getents(session, [["gshadow", "--", row.name]], signal);
  const maker = groupMakers(text).get(row.name);
  return { row, ...(maker && { maker }) };
}
