import type { Capability } from "#connectors/contract/index.ts";

import type { PasswordDoubt } from "../vault/password-doubt.ts";

/**
 * Need of an operation for an object of the target: none, or an existing object. With `existingOrCreated` the key may be left out, which
 * means the object that another operation of the same request creates there.
 */
export type ObjectNeed = "none" | "existing" | "existingOrCreated";

/** Definition of an operation code. */
export interface OperationDefinition {
  /** Title for people. */
  readonly title: string;
  /** Need for an account, which `accountKey` names. */
  readonly account: ObjectNeed;
  /** Need for a group, which `groupKey` names. */
  readonly group: ObjectNeed;
  /** Kind of object that the operation creates on the target; null if it creates none. */
  readonly creates: "account" | "group" | null;
  /** Capability that the connector must have; null if no connector is asked. */
  readonly capability: Capability | null;
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
  /** True if the service itself carries the operation out, without a connector. */
  readonly byService?: true;
  /** True if a failure is a valid answer: it is final at once, whatever its code. */
  readonly once?: true;
}

const ofTarget = { account: "none", group: "none", creates: null, password: "kept" } as const;
const ofAccount = { ...ofTarget, account: "existing" } as const;
const ofAnyAccount = { ...ofTarget, account: "existingOrCreated" } as const;
const ofGroup = { ...ofTarget, group: "existing" } as const;
const ofBoth = { ...ofAccount, group: "existing" } as const;
const ofAnyBoth = { ...ofAnyAccount, group: "existingOrCreated" } as const;
// A password change is recorded (ACHG) only when it succeeded (specification section 6).
const setsPassword = { ...ofAccount, direct: true, password: "set", audit: "ACHG" } as const;

/** Every operation that a request may hold, by its code. */
export const operationCodes = {
  ACUA: { ...ofTarget, title: "create account", creates: "account", capability: "create", password: "created" },
  DELU: { ...ofAccount, title: "delete account", capability: "delete", password: "deleted" },
  DNAU: { ...ofAnyAccount, title: "disable account", capability: "disable", state: "enabled" },
  ENAU: { ...ofAnyAccount, title: "enable account", capability: "enable", state: "enabled" },
  GRUA: { ...ofAnyBoth, title: "add to group", capability: "addMember" },
  GRUD: { ...ofBoth, title: "remove from group", capability: "removeMember" },
  CRTG: { ...ofTarget, title: "create group", creates: "group", capability: "create" },
  DELG: { ...ofGroup, title: "delete group", capability: "delete" },
  GROA: { ...ofAnyBoth, title: "add group owner", capability: "addOwner" },
  GROD: { ...ofBoth, title: "remove group owner", capability: "removeOwner" },
  UPDA: { ...ofAnyAccount, title: "update attributes", capability: "update", password: "renamed" },
  UPDG: { ...ofGroup, title: "update attributes of a group", capability: "update" },
  UNLK: { ...ofAccount, title: "unlock account", capability: "unlock", state: "locked" },
  PWRS: { ...setsPassword, title: "reset password", capability: "resetPassword", auditFailed: "PWRS" },
  PWCH: { ...setsPassword, title: "change password", capability: "changePassword", auditFailed: "PWCH" },
  PWVF: { ...ofAccount, title: "verify password", capability: "verify", direct: true },
  ACCL: { ...ofAccount, title: "claim account", capability: "verify", direct: true, password: "claimed" },
  DISC: { ...ofTarget, title: "discover the objects of a target system", capability: "list", direct: true },
  TCON: {
    ...ofTarget,
    title: "test the connection to a target system",
    capability: "serverInfo",
    direct: true,
    once: true,
  },
  ALLOF: { ...ofTarget, title: "everything that one call asked for", capability: null, direct: true },
  ROLA: { ...ofTarget, title: "add role", capability: null },
  ROLD: { ...ofTarget, title: "remove role", capability: null },
  AEDEF: { ...ofTarget, title: "accept a role deficit", capability: null },
  AESUR: { ...ofTarget, title: "accept a role surplus", capability: null },
  ARCHREQPWD: { ...ofAccount, title: "check out a password", capability: null, audit: "CHKO", byService: true },
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

/** The operation codes that a connector performs and that a request may hold, in the order of the table. */
export const connectorOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => definitionOf(code).capability !== null && definitionOf(code).direct !== true);

/** Operation codes that a request may hold: those of connectors, and those that the service itself carries out. */
export const requestOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => connectorOperationCodes.includes(code) || isByService(code));

/** Returns true if the service itself carries an operation out. */
export function isByService(code: OperationCode): boolean {
  return definitionOf(code).byService === true;
}
