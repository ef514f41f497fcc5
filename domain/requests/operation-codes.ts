import type { Capability } from "#connectors/contract/index.ts";

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
  /** The operation of the audit row that its result writes. */
  readonly audit: string;
  /** The operation of the audit row of a failure, where it is another one. */
  readonly auditFailed?: string;
  /** True for what only an address of its own asks for; a request that people write cannot hold it. */
  readonly direct?: true;
  /** True where a failure is the answer that was asked for: it is final at once, whatever its code. */
  readonly once?: true;
}

/** Every operation that a request may hold, by its code. */
export const operationCodes = {
  ACUA: {
    title: "create account",
    account: "none",
    group: "none",
    creates: "account",
    capability: "create",
    audit: "ACUA",
  },
  DELU: {
    title: "delete account",
    account: "existing",
    group: "none",
    creates: null,
    capability: "delete",
    audit: "DELU",
  },
  DNAU: {
    title: "disable account",
    account: "existingOrCreated",
    group: "none",
    creates: null,
    capability: "disable",
    audit: "DNAU",
  },
  ENAU: {
    title: "enable account",
    account: "existingOrCreated",
    group: "none",
    creates: null,
    capability: "enable",
    audit: "ENAU",
  },
  GRUA: {
    title: "add to group",
    account: "existingOrCreated",
    group: "existingOrCreated",
    creates: null,
    capability: "addMember",
    audit: "GRUA",
  },
  GRUD: {
    title: "remove from group",
    account: "existing",
    group: "existing",
    creates: null,
    capability: "removeMember",
    audit: "GRUD",
  },
  CRTG: {
    title: "create group",
    account: "none",
    group: "none",
    creates: "group",
    capability: "create",
    audit: "CRTG",
  },
  DELG: {
    title: "delete group",
    account: "none",
    group: "existing",
    creates: null,
    capability: "delete",
    audit: "DELG",
  },
  GROA: {
    title: "add group owner",
    account: "existingOrCreated",
    group: "existingOrCreated",
    creates: null,
    capability: "addOwner",
    audit: "GROA",
  },
  GROD: {
    title: "remove group owner",
    account: "existing",
    group: "existing",
    creates: null,
    capability: "removeOwner",
    audit: "GROD",
  },
  UPDA: {
    title: "update attributes",
    account: "existingOrCreated",
    group: "none",
    creates: null,
    capability: "update",
    audit: "UPDA",
  },
  UPDG: {
    title: "update attributes of a group",
    account: "none",
    group: "existing",
    creates: null,
    capability: "update",
    audit: "UPDG",
  },
  UNLK: {
    title: "unlock account",
    account: "existing",
    group: "none",
    creates: null,
    capability: "unlock",
    audit: "UNLK",
  },
  // A password change is recorded (ACHG) only when it succeeded (specification section 6).
  PWRS: {
    title: "reset password",
    account: "existing",
    group: "none",
    creates: null,
    capability: "resetPassword",
    audit: "ACHG",
    auditFailed: "PWRS",
    direct: true,
  },
  PWCH: {
    title: "change password",
    account: "existing",
    group: "none",
    creates: null,
    capability: "changePassword",
    audit: "ACHG",
    auditFailed: "PWCH",
    direct: true,
  },
  PWVF: {
    title: "verify password",
    account: "existing",
    group: "none",
    creates: null,
    capability: "verify",
    audit: "PWVF",
    direct: true,
  },
  ACCL: {
    title: "claim account",
    account: "existing",
    group: "none",
    creates: null,
    capability: "verify",
    audit: "ACCL",
    direct: true,
  },
  DISC: {
    title: "discover the objects of a target system",
    account: "none",
    group: "none",
    creates: null,
    capability: "list",
    audit: "DISC",
    direct: true,
  },
  TCON: {
    title: "test the connection to a target system",
    account: "none",
    group: "none",
    creates: null,
    capability: "serverInfo",
    audit: "TCON",
    direct: true,
    once: true,
  },
  ALLOF: {
    title: "everything that one call asked for",
    account: "none",
    group: "none",
    creates: null,
    capability: null,
    audit: "ALLOF",
    direct: true,
  },
  ROLA: {
    title: "add role",
    account: "none",
    group: "none",
    creates: null,
    capability: null,
    audit: "ROLA",
  },
  ROLD: {
    title: "remove role",
    account: "none",
    group: "none",
    creates: null,
    capability: null,
    audit: "ROLD",
  },
  AEDEF: {
    title: "accept a role deficit",
    account: "none",
    group: "none",
    creates: null,
    capability: null,
    audit: "AEDEF",
  },
  AESUR: {
    title: "accept a role surplus",
    account: "none",
    group: "none",
    creates: null,
    capability: null,
    audit: "AESUR",
  },
  ARCHREQPWD: {
    title: "check out a password",
    account: "existing",
    group: "none",
    creates: null,
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

/** What the service knows about a code. */
export function definitionOf(code: OperationCode): OperationDefinition {
  return operationCodes[code];
}

/** The operation codes that a connector performs and that a request may hold, in the order of the table. */
export const connectorOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => definitionOf(code).capability !== null && definitionOf(code).direct !== true);
