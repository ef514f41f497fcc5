import {
  type AccountOrGroup,
  type Attributes,
  ConnectorError,
  type ObjectState,
  type TargetObject,
} from "#connectors/contract/index.ts";

import type { Account } from "./machine.ts";
import type { GroupRow, Maker, ShadowRow } from "./rows.ts";

const dayMs = 86_400_000;

/** Attributes of each type beside the name, named as in the manual pages. */
export const attributeTypes = {
  account: [
    { name: "uid", kind: "int", readOnly: true },
    { name: "gecos", kind: "string", caseExact: true },
    { name: "home", kind: "string", caseExact: true },
    { name: "shell", kind: "string", caseExact: true },
    { name: "group", kind: "ref", caseExact: true },
    { name: "groups", kind: "ref", multi: true, caseExact: true },
  ],
  group: [{ name: "gid", kind: "int", readOnly: true }],
} as const;

/** Computes the state of an account at a time (milliseconds UTC), as pam_unix(8) judges it. */
export function stateOf(
  { passwordLocked, mustChange, expiryDay, passwordEndDay, passwordClosedDay }: ShadowRow,
  nowMs: number,
): ObjectState {
  const today = Math.floor(nowMs / dayMs);
  const closed = (expiryDay !== undefined && expiryDay <= today) || isOver(passwordClosedDay, today);
  return {
    enabled: !closed && !passwordLocked,
    passwordExpired: mustChange || isOver(passwordEndDay, today),
    ...(!mustChange && passwordEndDay !== undefined && timeOf("passwordExpiresAt", passwordEndDay + 1)),
    ...(expiryDay !== undefined && timeOf("expiresAt", expiryDay)),
  };
}

function isOver(lastDay: number | undefined, today: number): boolean {
  return lastDay !== undefined && lastDay < today;
}

// A day beyond the range of a date is never reached, so it is not an end.
function timeOf(name: "expiresAt" | "passwordExpiresAt", day: number): ObjectState {
  const end = new Date(day * dayMs);
  return Number.isNaN(end.getTime()) ? {} : { [name]: end.toISOString() };
}

function makerOf(maker: Maker | undefined): { readonly createdBy?: string } {
  return maker === undefined || maker.unfinished ? {} : { createdBy: maker.operation };
}

/** Converts an account into an object. Its id is the user id, because the name may change and be given to another account. */
export function accountObject(account: Account, nowMs: number, wanted?: readonly string[]): TargetObject {
  const { passwd, shadow, primary, groups } = account;
  const { name, uid, gecos, home, shell } = passwd;
  const all = { uid: [uid], gecos: [gecos], home: [home], shell: [shell], group: [primary], groups };
  return {
    type: "account",
    id: String(uid),
    name,
    attributes: chosen(all, wanted),
    ...(shadow && { state: stateOf(shadow, nowMs) }),
    ...makerOf(shadow?.madeBy),
  };
}

/** Converts a group into an object. */
export function groupObject({ name, gid }: GroupRow, wanted?: readonly string[], maker?: Maker): TargetObject {
  const attributes = chosen({ gid: [gid] }, wanted);
  return { type: "group", id: String(gid), name, attributes, ...makerOf(maker) };
}

/**
 * Refuses attributes that the machine does not allow to be set.
 * @throws invalidValue
 */
export function checkAttributes(type: AccountOrGroup, names: readonly string[]): void {
  for (const name of names) {
    const known = attributeTypes[type].find((candidate) => candidate.name === name);
    if (known === undefined) throw new ConnectorError("invalidValue", `A Linux ${type} has no attribute "${name}".`);
    if ("readOnly" in known)
      throw new ConnectorError("invalidValue", `"${name}" of a Linux ${type} is set by the machine alone.`);
  }
}

function chosen(all: Attributes, wanted?: readonly string[]): Attributes {
  const shown = Object.entries(all).filter(
    ([name, values]) => (wanted === undefined || wanted.includes(name)) && values.some((value) => value !== ""),
  );
  return Object.fromEntries(shown);
}
