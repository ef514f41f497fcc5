import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { OpenContext } from "./call.ts";
import type { ConnectorError } from "./error.ts";
import type { GuardedAttribute } from "./guarded-attributes.ts";
import type { Capability, Operations } from "./operations.ts";

/** Definition of a connector, as its author writes it. */
export interface ConnectorDefinition<Schema extends StandardSchemaV1, Session> {
  /** Id in lower case, up to 60 characters, unique among the connectors of a proxy. */
  readonly id: string;
  /** Version of the connector itself. */
  readonly version: string;
  /** Name shown to users. */
  readonly title: string;
  /** Version of this contract. */
  readonly sdk: 1;
  /** Validates the address of a target and fills in defaults. It refuses unknown fields and holds no secret. */
  readonly address: Schema;
  /**
   * Attributes that give rights, write memberships, touch what the account does not own, or change a state; `[]` if there are none.
   * If absent, the service guards each attribute that has the name of a guarded one of any built-in connector.
   */
  readonly guardedAttributes?: readonly GuardedAttribute[];
  /** Milliseconds per capability; default `defaultTimeoutMs`. For `list`, `changes` and `members` the limit holds for each page. */
  readonly timeouts?: Readonly<Partial<Record<Capability | "open", number>>>;
  /** Maximum number of concurrent sessions per target; default `defaultSessionsPerTarget`. */
  readonly concurrency?: { readonly perTarget?: number };
  /** Connects and logs in; throws `unreachable`, `badCredentials` or `config`, and leaves nothing open when it throws. */
  open(context: OpenContext<StandardSchemaV1.InferOutput<Schema>>): Promise<Session>;
  /** Frees the session; must not throw on a session that is broken or closed. */
  close?(session: Session): Promise<void>;
  /** Returns true if a pooled session may be used again. If absent, every session may. */
  alive?(session: Session): boolean | Promise<boolean>;
  /**
   * Returns true if two spellings of a name mean the same object, such as a name with and without its default host. If absent,
   * `isSameName` decides, with the `caseExact` of the attribute `name`. The service never takes an object for another one if their
   * names differ by this function.
   */
  sameName?(one: string, other: string, options: StandardSchemaV1.InferOutput<Schema>): boolean;
  readonly operations: Operations<Session>;
  /**
   * Turns a native error into one of the closed list and keeps the target's own words. Undefined means not known: the error becomes
   * `internal`.
   */
  mapError?(error: unknown): ConnectorError | undefined;
}

/** Definition with its session type erased, because a proxy holds many of them. */
// oxlint-disable-next-line typescript/no-explicit-any -- the session type is private to each connector
export type AnyDefinition = ConnectorDefinition<StandardSchemaV1, any>;

/** A connector ready to be loaded. */
export interface Connector {
  readonly definition: AnyDefinition;
  /** Names of the functions that are present, sorted. */
  readonly capabilities: readonly Capability[];
}

/** Time-out of a call if the connector names none. */
export const defaultTimeoutMs = 30_000;

/** Number of sessions per target if the connector names none. */
export const defaultSessionsPerTarget = 4;

/** Pattern of a connector's id. */
export const idPattern = /^[a-z][a-z0-9-]{0,59}$/;

/** Rule of a connector's id, in words that follow "must be". */
export const idRule = "lower-case letters, digits and hyphens, 60 at most";

/** Makes a connector from a definition, without side effects. */
export function defineConnector<Schema extends StandardSchemaV1, Session>(
  definition: ConnectorDefinition<Schema, Session>,
): Connector {
  if (!idPattern.test(definition.id)) {
    throw new TypeError(`The id of a connector must be ${idRule}; it is "${definition.id}".`);
  }
  return { definition, capabilities: Object.freeze(capabilitiesOf(definition.operations)) };
}

/** Returns the names of the functions among the operations, sorted. */
export function capabilitiesOf(operations: object): Capability[] {
  const present = Object.entries(operations).filter(([, value]) => typeof value === "function");
  return present.map(([name]) => name as Capability).toSorted();
}
