import type { Capability } from "#connectors/contract/index.ts";

import type { GrantKind } from "../access/grant-kinds.ts";
import type { PasswordDoubt } from "../vault/password-doubt.ts";
import { type OperationFamily, type OperationFamilyDefinition, operationFamilies } from "./operation-families.ts";

/**
 * Need of an operation for an object of the target: none, or an existing object, which it may name if `optional`. With `existingOrCreated`
 * the key may be left out, which means the object that another operation of the same request creates there.
 */
export type ObjectNeed = "none" | "optional" | "existing" | "existingOrCreated";

/** Option of a target system that forbids an operation if it is false. */
export interface OperationSwitch {
  readonly option:
    | "allowAccountEnable"
    | "allowAccountUnlock"
    | "allowPasswordChange"
    | "allowPasswordVerify"
    | "allowClaimAccounts";
  /** True if it forbids only the owner of the account what administrators may do. */
  readonly ofOwner?: true;
}

/** Harm of an operation to those who log in as its account: another password, or no access at all. */
export type LoginHarm = "password" | "shutOut";

/** Definition of an operation code. */
export interface OperationDefinition {
  /** Title for people. */
  readonly title: string;
  /** Family of the code, whose row names the performer. */
  readonly family: OperationFamily;
  /** Need for an account, which `accountKey` names. */
  readonly account: ObjectNeed;
  /** Need for a group, which `groupKey` names. */
  readonly group: ObjectNeed;
  /** `none` if the operation has no target system; absent if `targetSystemKey` names one. */
  readonly target?: "none";
  /** Subject that is none of a target system: a role or a rule, which `roleKey` or `sodRuleKey` names; absent if there is none. */
  readonly about?: "role" | "sodRule";
  /** End that the operation may have, or needs, although it gives no access of a target system. */
  readonly end?: "optional" | "needed";
  /** Kind of object that the operation creates on the target; null if it creates none. */
  readonly creates: "account" | "group" | null;
  /** Capability that the connector must have, which says what the operation does; null if no connector is asked. */
  readonly capability: Capability | null;
  /** True if the recipient, who knows its password, becomes the owner of the account. */
  readonly claims?: true;
  /** Option of the target system that forbids the operation. */
  readonly forbiddenBy?: OperationSwitch;
  /** Harm to those who log in as the account, whatever the attributes are. */
  readonly harm?: LoginHarm;
  /** Kind of the access that the operation gives, which may have an end; absent if it gives none. */
  readonly gives?: GrantKind;
  /** Kind of the access to which the operation gives a later end; absent if it prolongs none. */
  readonly prolongs?: GrantKind;
  /** True if it makes its recipient a member of a role. */
  readonly givesRole?: true;
  /** Code of the operation on the same objects that undoes this one; absent if there is none. */
  readonly undoneBy?: string;
  /** Operation of the audit row that the result writes, if it is not the code itself. */
  readonly audit?: string;
  /** Operation of the audit row of a failure, if it is a different one. */
  readonly auditFailed?: string;
  /** True if only an address of its own submits the operation; a request that people write cannot hold it. */
  readonly direct?: true;
  /** Reason why the vault's password may no longer open the account afterwards; `kept` if the password stays as it was. */
  readonly password: "kept" | PasswordDoubt;
  /** Column of the account's row that the operation sets; its value is unknown while nobody knows whether the operation was done. */
  readonly state?: "enabled" | "locked" | "passwordExpired";
  /** True if a failure is a valid answer: it is final at once, whatever its code. */
  readonly once?: true;
}

const ofTarget = { family: "object", account: "none", group: "none", creates: null, password: "kept" } as const;
const ofAccount = { ...ofTarget, account: "existing" } as const;
const ofAnyAccount = { ...ofTarget, account: "existingOrCreated" } as const;
const ofGroup = { ...ofTarget, group: "existing" } as const;
const ofBoth = { ...ofAccount, group: "existing" } as const;
const ofAnyBoth = { ...ofAnyAccount, group: "existingOrCreated" } as const;
// A password change is recorded (ACHG) only when it succeeded (specification section 6).
const setsPassword = { ...ofAccount, direct: true, password: "set", harm: "password", audit: "ACHG" } as const;
const verifies = { ...ofAccount, capability: "verify", direct: true } as const;
const prolonging = { ...ofAccount, family: "extension", capability: null } as const;
const ofRole = { ...ofTarget, family: "role", target: "none", about: "role", capability: null } as const;
const ofException = {
  ...ofTarget,
  family: "exception",
  about: "role",
  group: "optional",
  capability: null,
  end: "needed",
} as const;

/** Every operation that a request may hold, by its code; docs/adding-an-operation-code.md says how to add one. */
export const operationCodes = {
  ACUA: {
    ...ofTarget,
    title: "create account",
    creates: "account",
    capability: "create",
    password: "created",
    gives: "account",
    undoneBy: "DELU",
  },
  DELU: { ...ofAccount, title: "delete account", capability: "delete", password: "deleted", harm: "shutOut" },
  DNAU: {
    ...ofAnyAccount,
    title: "disable account",
    capability: "disable",
    state: "enabled",
    harm: "shutOut",
    undoneBy: "ENAU",
  },
  ENAU: {
    ...ofAnyAccount,
    title: "enable account",
    capability: "enable",
    state: "enabled",
    forbiddenBy: { option: "allowAccountEnable" },
    undoneBy: "DNAU",
  },
  GRUA: { ...ofAnyBoth, title: "add to group", capability: "addMember", gives: "membership", undoneBy: "GRUD" },
  GRUD: { ...ofBoth, title: "remove from group", capability: "removeMember", undoneBy: "GRUA" },
  CRTG: { ...ofTarget, title: "create group", creates: "group", capability: "create", undoneBy: "DELG" },
  DELG: { ...ofGroup, title: "delete group", capability: "delete" },
  GROA: { ...ofAnyBoth, title: "add group owner", capability: "addOwner", gives: "ownership", undoneBy: "GROD" },
  GROD: { ...ofBoth, title: "remove group owner", capability: "removeOwner", undoneBy: "GROA" },
  UPDA: { ...ofAnyAccount, title: "update attributes", capability: "update", password: "renamed" },
  UPDG: { ...ofGroup, title: "update attributes of a group", capability: "update" },
  UNLK: {
    ...ofAccount,
    title: "unlock account",
    capability: "unlock",
    state: "locked",
    forbiddenBy: { option: "allowAccountUnlock" },
  },
  PWRS: {
    ...setsPassword,
    title: "reset password",
    capability: "resetPassword",
    auditFailed: "PWRS",
    forbiddenBy: { option: "allowPasswordChange", ofOwner: true },
  },
  PWCH: {
    ...setsPassword,
    title: "change password",
    capability: "changePassword",
    auditFailed: "PWCH",
    forbiddenBy: { option: "allowPasswordChange" },
  },
  PWVF: { ...verifies, title: "verify password", forbiddenBy: { option: "allowPasswordVerify" } },
  ACCL: {
    ...verifies,
    title: "claim account",
    password: "claimed",
    claims: true,
    forbiddenBy: { option: "allowClaimAccounts" },
  },
  DISC: {
    ...ofTarget,
    family: "discovery",
    title: "discover the objects of a target system",
    capability: "list",
    direct: true,
  },
  TCON: {
    ...ofTarget,
    family: "connectionTest",
    title: "test the connection to a target system",
    capability: "serverInfo",
    direct: true,
    once: true,
  },
  ALLOF: {
    ...ofTarget,
    family: "together",
    title: "everything that one call asked for",
    capability: null,
    direct: true,
  },
  ACUX: { ...prolonging, title: "extend the time of an account", prolongs: "account" },
  GRUX: { ...prolonging, group: "existing", title: "extend the time in a group", prolongs: "membership" },
  GROX: { ...prolonging, group: "existing", title: "extend the time as a group owner", prolongs: "ownership" },
  ACEN: { ...ofTarget, family: "leaving", title: "end all access of a leaver", capability: null, direct: true },
  ROLA: { ...ofRole, title: "add role", givesRole: true, end: "optional", undoneBy: "ROLD" },
  ROLD: { ...ofRole, title: "remove role", undoneBy: "ROLA" },
  AEDEF: { ...ofException, title: "accept a role deficit" },
  AESUR: { ...ofException, title: "accept a role surplus" },
  AESOD: {
    ...ofTarget,
    family: "sodException",
    target: "none",
    about: "sodRule",
    capability: null,
    end: "needed",
    title: "except from separation of duties",
  },
  ARCHREQPWD: {
    ...ofAccount,
    family: "checkout",
    title: "check out a password",
    capability: null,
    audit: "CHKO",
  },
} as const satisfies Record<string, OperationDefinition>;

/** The code of an operation in a request. */
export type OperationCode = keyof typeof operationCodes;

/** Tells whether a text is an operation code. */
export function isOperationCode(text: string): text is OperationCode {
  return Object.hasOwn(operationCodes, text);
}

/** Returns the definition of an operation code. */
export function definitionOf(code: OperationCode): OperationDefinition {
  return operationCodes[code];
}

/** Returns the row of the family of a code. */
export function familyOf(code: OperationCode): OperationFamilyDefinition {
  return operationFamilies[definitionOf(code).family];
}

/** Returns the kind of the access that operations of a code give or prolong, which may have an end; undefined for others. */
export function accessKindOf(code: OperationCode): GrantKind | undefined {
  const { gives, prolongs } = definitionOf(code);
  return gives ?? prolongs;
}

/** Returns the type of the object that operations of a code create, change or delete: the account if they name a group too. */
export function objectTypeOf({ creates, account }: OperationDefinition): "account" | "group" {
  return creates ?? (account === "none" ? "group" : "account");
}

/** Returns the codes whose rows meet a condition, in the order of the table. */
export function operationCodesWhere(fits: (definition: OperationDefinition) => boolean): readonly OperationCode[] {
  return Object.keys(operationCodes)
    .filter(isOperationCode)
    .filter((code) => fits(definitionOf(code)));
}

/** Operation codes that a connector performs and that a request may hold, in the order of the table. */
export const connectorOperationCodes: readonly OperationCode[] = operationCodesWhere(
  ({ capability, direct }) => capability !== null && direct !== true,
);

/** Returns the operation codes that a request may hold: those with a performer and without an address of their own. */
export function requestOperationCodes(): readonly OperationCode[] {
  return operationCodesWhere(({ family, direct }) => operationFamilies[family].by !== null && direct !== true);
}
