import type { CommandOutput, ConnectorCode, Secret } from "#connectors/contract/index.ts";

import type { OperationCode } from "./operation-codes.ts";
import type { TestedServer } from "./tested-server.ts";

/** Attributes as orders and outcomes carry them: always lists, bytes as base64. */
export type OrderAttributes = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** Object of the target that an order is about; without `id` it is still to be created. */
export interface OrderObject {
  readonly id?: string;
  readonly name: string;
  readonly attributes: OrderAttributes;
}

/** An object as its target showed it when the order was done. */
export interface OutcomeObject {
  readonly id: string;
  readonly name: string;
  readonly attributes: OrderAttributes;
  /** State of an account, as the target says; absent if it does not say. */
  readonly enabled?: boolean;
  /** Names of attributes that the object has and that are too large to be reported. */
  readonly leftOut?: readonly string[];
}

/** Password that may open a login, and the key by which an outcome reports that it has. */
export interface PasswordCandidate {
  readonly key: string;
  readonly secret: Secret;
}

/** Credential of the target; its secrets are unwrapped where the message is sealed, and in the connector's call. */
export interface OrderCredential {
  readonly role: string;
  readonly login: string;
  readonly secret: Secret;
  /** Both passwords that are possible during a password change, in the order in which they are tried; `secret` is the first. */
  readonly candidates?: readonly PasswordCandidate[];
}

/** Returns every secret of a credential. */
export function secretsOf({ secret, candidates = [] }: OrderCredential): Secret[] {
  return [secret, ...candidates.map((candidate) => candidate.secret)];
}

/**
 * Code of an order: an operation of a request, `RAND` or `RUNC`. By `RAND` the vault gives a managed account its next password, and a mass reset
 * an account a new one; by `RUNC`
 * a listed command is run as the account.
 */
export type OrderCode = OperationCode | "RAND" | "RUNC";

/** Answer of a target about a password of the order. */
export interface TriedPassword {
  /** Key that the order gives the password. */
  readonly key: string;
  /** `unknown` if the target gave no answer, or none about the password. */
  readonly answer: "opens" | "refused" | "unknown";
  /** True if it was tried as its owner would, which may count towards the target's lockout. */
  readonly counts: boolean;
}

/** Everything that a proxy needs to perform one operation on its target system. */
export interface Order {
  readonly operationKey: string;
  /** ID of the call that submitted the request; the proxy's log lines carry it. */
  readonly requestId: string;
  /** Number of sends of this operation, including this one; above 1 the proxy looks before it acts. */
  readonly sends: number;
  readonly code: OrderCode;
  /** ID of the connector. */
  readonly connector: string;
  readonly targetSystem: string;
  /** Address, which the connector's own schema checks once more. */
  readonly address: unknown;
  readonly credentials: readonly OrderCredential[];
  readonly object: OrderObject;
  readonly group?: { readonly id: string; readonly name: string };
  readonly attributes: OrderAttributes;
  /** The new password, or the one to verify. */
  readonly password?: Secret;
  /** Key by which the outcome reports the target's answer about `password`; it reports none without a key. */
  readonly passwordKey?: string;
  /** Passwords that may open the account until the new one does, in the order in which they are tried. */
  readonly olderPasswords?: readonly PasswordCandidate[];
  /** True if the password may be in force already: the proxy looks before it sets it, even if the order was never sent before. */
  readonly looksFirst?: true;
  /** True if a password that was set is tried once, and counts as set only if it opens the account. */
  readonly verifiesAfter?: true;
  /** True if a password that was set counts as done even if the target cannot say whether it opens the account. */
  readonly confirmWithoutVerify?: true;
  /** True if the owner must change the new password at the next sign-in. */
  readonly mustChange?: true;
  /** Command line that is run as the account. */
  readonly command?: string;
  /** Current password, which proves a change by the owner. */
  readonly currentPassword?: Secret;
  /**
   * Milliseconds UTC after which the call is abandoned: by the service's clock where it is handed out, by the proxy's where it is
   * performed.
   */
  readonly deadlineMs: number;
  /** Milliseconds until the deadline when the order was handed out; absent from a service of an earlier version. */
  readonly leftMs?: number;
}

/** Outcome of an order: done, failed with the connector's code and the target's own words, or no longer applicable. */
export interface Outcome {
  readonly operationKey: string;
  readonly sends: number;
  readonly result: "S" | "F" | "X";
  readonly code?: ConnectorCode;
  /** The target's own words about a failure, or besides its answer. */
  readonly message?: string;
  readonly targetCode?: string;
  /** The pause that the target asks for before a new try. */
  readonly retryAfterMs?: number;
  readonly object?: OutcomeObject;
  /** True if the target did not show the object after the change: nobody knows how much of the change is there. */
  readonly unseen?: true;
  /** Result of a connection test. */
  readonly server?: TestedServer;
  /** Keys of the password candidates that opened a session for this order; a session that was open already reports none. */
  readonly opened?: readonly string[];
  /** Answers of the target about the passwords of the order that have keys, in the order in which they were tried. */
  readonly tried?: readonly TriedPassword[];
  /** Output of the command of the order, without the password. */
  readonly output?: CommandOutput;
}

/** Returns the exact text that a proxy signs for an outcome: its ID, then the outcome as JSON with sorted names. */
export function outcomeText(proxyId: string, outcome: Outcome): string {
  return `gatehouse-outcome-1\n${proxyId}\n${canonicalJson(outcome)}`;
}

/**
 * Returns the exact text that a proxy signs for several outcomes at once: the SHA-256 of the text of each, as base64url, in their order.
 */
export function outcomesText(proxyId: string, hashes: readonly string[]): string {
  return `gatehouse-outcomes-2\n${proxyId}\n${hashes.join("\n")}`;
}

/** Returns JSON with sorted names in every object and without undefined values: the same value always gives the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
