import type { CommandOutput, ConnectorCode, Secret } from "#connectors/contract/index.ts";

import type { OperationCode } from "./operation-codes.ts";
import type { TestedServer } from "./tested-server.ts";

/** Attributes as orders and outcomes carry them: always lists, bytes as base64. */
export type OrderAttributes = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** The object of the target that an order is about; without `id` it is to be made. */
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
  /** Whether the target says of an account that it is enabled; absent = it does not say. */
  readonly enabled?: boolean;
  /** Attributes that the object has and that are too large to be told. */
  readonly leftOut?: readonly string[];
}

/** A password that may open a login, and the key by which an outcome tells that it has. */
export interface PasswordCandidate {
  readonly key: string;
  readonly secret: Secret;
}

/** A credential of the target; its secrets leave their boxes where the message is sealed, and in the connector's call. */
export interface OrderCredential {
  readonly role: string;
  readonly login: string;
  readonly secret: Secret;
  /** While the password is being changed: the two that it may be, in the order in which they are tried; `secret` is the first. */
  readonly candidates?: readonly PasswordCandidate[];
}

/** Every secret of a credential. */
export function secretsOf({ secret, candidates = [] }: OrderCredential): Secret[] {
  return [secret, ...candidates.map((candidate) => candidate.secret)];
}

/**
 * What an order asks for: an operation of a request, `RAND`, by which the vault gives a managed account its next password, or `RUNC`, by
 * which a listed command is run as the account.
 */
export type OrderCode = OperationCode | "RAND" | "RUNC";

/** What a target has said of a password of the order while the order was carried out. */
export interface TriedPassword {
  /** The key that the order names with the password. */
  readonly key: string;
  /** `unknown` = the target gave no answer, or none about the password. */
  readonly answer: "opens" | "refused" | "unknown";
  /** It was tried as its owner would, which may count towards the target's lockout. */
  readonly counts: boolean;
}

/** All that a proxy needs to perform one operation on its target system. */
export interface Order {
  readonly operationKey: string;
  /** Id of the call that submitted the request; the proxy's log lines carry it. */
  readonly requestId: string;
  /** How often this operation has been sent, this time included; above 1 the proxy looks before it acts. */
  readonly sends: number;
  readonly code: OrderCode;
  /** Id of the connector. */
  readonly connector: string;
  readonly targetSystem: string;
  /** Checked by the connector's own schema once more. */
  readonly address: unknown;
  readonly credentials: readonly OrderCredential[];
  readonly object: OrderObject;
  readonly group?: { readonly id: string; readonly name: string };
  readonly attributes: OrderAttributes;
  /** The new password, or the one to verify. */
  readonly password?: Secret;
  /** The key by which the outcome tells what the target has said of `password`; it tells of none without a key. */
  readonly passwordKey?: string;
  /** Passwords that may open the account until the new one does, in the order in which they are tried. */
  readonly olderPasswords?: readonly PasswordCandidate[];
  /** The password may be in force already: the proxy looks before it sets it, also where the order was never sent before. */
  readonly looksFirst?: true;
  /** A password that was set counts as done where the target cannot say whether it opens the account. */
  readonly confirmWithoutVerify?: true;
  /** The owner must change the new password at the next login. */
  readonly mustChange?: true;
  /** The line that is run as the account. */
  readonly command?: string;
  /** The password that a change by the owner proves itself with. */
  readonly currentPassword?: Secret;
  /** Milliseconds UTC after which the call is given up: by the service's clock where it is handed out, by the proxy's where it is performed. */
  readonly deadlineMs: number;
  /** Milliseconds that were left until then when it was handed out; a service of an earlier version does not tell. */
  readonly leftMs?: number;
}

/** What became of an order: done, failed with the connector's code and the target's own words, or no longer applicable. */
export interface Outcome {
  readonly operationKey: string;
  readonly sends: number;
  readonly result: "S" | "F" | "X";
  readonly code?: ConnectorCode;
  /** The target's own words: of a failure, and what it has said beside its answer. */
  readonly message?: string;
  readonly targetCode?: string;
  /** The pause that the target asks for before a new try. */
  readonly retryAfterMs?: number;
  readonly object?: OutcomeObject;
  /** The target was asked for the object after the change and did not show it: nobody knows what of the change is there. */
  readonly unseen?: true;
  /** What a test of the connection has found. */
  readonly server?: TestedServer;
  /** Keys of the password candidates by which a session was opened for this order; a session that was open tells of none. */
  readonly opened?: readonly string[];
  /** What the target has said of passwords of the order that have keys, in the order in which they were tried. */
  readonly tried?: readonly TriedPassword[];
  /** What the command of the order has said, without the password. */
  readonly output?: CommandOutput;
}

/** The exact text that a proxy signs for an outcome: operation, send number and outcome, with sorted names. */
export function outcomeText(proxyId: string, outcome: Outcome): string {
  return `gatehouse-outcome-1\n${proxyId}\n${canonicalJson(outcome)}`;
}

/** The exact text that a proxy signs for several outcomes at once: the SHA-256 of the text of each, as base64url, in their order. */
export function outcomesText(proxyId: string, hashes: readonly string[]): string {
  return `gatehouse-outcomes-2\n${proxyId}\n${hashes.join("\n")}`;
}

/** JSON with the names of every object in order and without undefined values: the same value always gives the same text. */
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
