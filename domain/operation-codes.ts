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
    capability: "update",
    audit: "GROA",
  },
  GROD: {
    title: "remove group owner",
    account: "existing",
    group: "existing",
    creates: null,
    capability: "update",
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

/** The operation codes that a connector performs, in the order of the table. */
export const connectorOperationCodes: readonly OperationCode[] = Object.keys(operationCodes)
  .filter(isOperationCode)
  .filter((code) => operationCodes[code].capability !== null);
