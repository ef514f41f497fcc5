import type { Capability } from "#connectors/contract/index.ts";

import type { PasswordDoubt } from "../vault/password-doubt.ts";

/**
 * Whether an operation names an object of the target: not at all, one that exists, or one that exists
 * or, where the key is left out, the one that another operation of the same request creates there.
 */
export type ObjectNeed = "none" | "existing" | "existingOrCreated";

/** What the service knows about one operation code. */
export interface OperationDefinition {
  /** In words, for people. */
  readonly title: string;
  /** Whether it names an account by `accountKey`. */
  readonly account: ObjectNeed;
  /** Whether it names a group by `groupKey`. */
  readonly group: ObjectNeed;
  /** What comes into being on the target; null where nothing does. */
  readonly creates: "account" | "group" | null;
  /** What the connector must be able to do; null where no connector is asked. */
  readonly capability: Capability | null;
  /** The operation of the audit row that its result writes, where it is not the code itself. */
  readonly audit?: string;
  /** The operation of the audit row of a failure, where it is another one. */
  readonly auditFailed?: string;
  /** True for what only an address of its own asks for; a request that people write cannot hold it. */
  readonly direct?: true;
  /** Why what the vault has of the account may open it no more when this was done; `kept` = its password stays as it was. */
  readonly password: "kept" | PasswordDoubt;
  /** Column of the account's row that it sets; where nobody knows whether it was done, that state is not known. */
  readonly state?: "enabled" | "locked" | "passwordExpired";
  /** True where the service itself carries it out, and no connector is asked. */
  readonly byService?: true;
  /** True where a failure is the answer that was asked for: it is final at once, whatever its code. */
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

/** What the service knows about a code. */
export function definitionOf(code: OperationCode): OperationDefinition {
  return operationCodes[code];
}

/** The operation codes that a connector performs and that a request may hold, in the order of the table. */
export const connectorOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => definitionOf(code).capability !== null && definitionOf(code).direct !== true);

/** The operation codes that a request may hold: those and what the service itself carries out. */
export const requestOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => connectorOperationCodes.includes(code) || isByService(code));

/** Whether the service itself carries an operation out. */
export function isByService(code: OperationCode): boolean {
  return definitionOf(code).byService === true;
}
