import type { StandardSchemaV1 } from "@standard-schema/spec";

import type { OpenContext } from "./call.ts";
import type { ConnectorError } from "./error.ts";
import type { GuardedAttribute } from "./guarded-attributes.ts";
import type { Capability, Operations } from "./operations.ts";

/** What an author writes. */
export interface ConnectorDefinition<Schema extends StandardSchemaV1, Session> {
  /** Lower case, unique among the connectors of a proxy. */
  readonly id: string;
  /** The connector's own version. */
  readonly version: string;
  /** For people. */
  readonly title: string;
  /** The version of this contract. */
  readonly sdk: 1;
  /** Validates the address of a target and fills in defaults. It refuses unknown fields and holds no secret. */
  readonly address: Schema;
  /**
   * Attributes that give rights, write memberships, touch what is not the account's own or change a state; `[]` = there are none.
   * Absent = the service guards each attribute that has the name of a guarded one of any built-in connector.
   */
  readonly guardedAttributes?: readonly GuardedAttribute[];
  /** Milliseconds per capability; absent = `defaultTimeoutMs`. For `list`, `changes` and `members` it bounds the wait for one page. */
  readonly timeouts?: Readonly<Partial<Record<Capability | "open", number>>>;
  /** The most sessions to one target at a time; absent = `defaultSessionsPerTarget`. */
  readonly concurrency?: { readonly perTarget?: number };
  /** Connects and logs in; throws `unreachable`, `badCredentials` or `config`, and leaves nothing open when it throws. */
  open(context: OpenContext<StandardSchemaV1.InferOutput<Schema>>): Promise<Session>;
  /** Frees the session; must not throw on a session that is broken or closed. */
  close?(session: Session): Promise<void>;
  /** Whether a pooled session may be used again; absent = always. */
  alive?(session: Session): boolean | Promise<boolean>;
  /**
   * Whether two spellings of a name mean the same object, as a name with and without its usual host does; absent = `isSameName` by the
   * `caseExact` of the attribute `name`. The service takes no object for another one whose name is not the same by this.
   */
  sameName?(one: string, other: string, options: StandardSchemaV1.InferOutput<Schema>): boolean;
  readonly operations: Operations<Session>;
  /** Turns a native error into one of the closed list, the target's own words kept; undefined = not known, it becomes `internal`. */
  mapError?(error: unknown): ConnectorError | undefined;
}

/** A connector with its session type forgotten, as a proxy holds many of them. */
// oxlint-disable-next-line typescript/no-explicit-any -- the session type is private to each connector
export type AnyDefinition = ConnectorDefinition<StandardSchemaV1, any>;

/** A connector ready to be loaded. */
export interface Connector {
  readonly definition: AnyDefinition;
  /** The names of the functions that are present, sorted. */
  readonly capabilities: readonly Capability[];
}

/** The time-out of a call whose connector names none. */
export const defaultTimeoutMs = 30_000;

/** The number of sessions per target whose connector names none. */
export const defaultSessionsPerTarget = 4;

/** Makes a connector of a definition; it has no effect beyond that. */
export function defineConnector<Schema extends StandardSchemaV1, Session>(
  definition: ConnectorDefinition<Schema, Session>,
): Connector {
  if (!/^[a-z][a-z0-9-]*$/.test(definition.id)) {
    throw new TypeError(`A connector id is lower case letters, digits and hyphens, got "${definition.id}".`);
  }
  return { definition, capabilities: Object.freeze(capabilitiesOf(definition.operations)) };
}

/** The names of the functions among the operations, sorted. */
export function capabilitiesOf(operations: object): Capability[] {
  const present = Object.entries(operations).filter(([, value]) => typeof value === "function");
  return present.map(([name]) => name as Capability).toSorted();
}
