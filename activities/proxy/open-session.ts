import {
  type AnyDefinition,
  type CallLog,
  type Connector,
  ConnectorError,
  type Credential,
} from "#connectors/contract/index.ts";
import type { OrderCredential } from "#domain/requests/order.ts";

import { bounded, type Bounds } from "./bounded.ts";
import { toConnectorError } from "./connector-failure.ts";

/** Input for opening a session. */
export interface SessionLogins {
  /** Address in the form of the connector's schema. */
  readonly options: unknown;
  readonly targetSystem: string;
  readonly credentials: readonly OrderCredential[];
  readonly log: CallLog;
  /** Receives the keys of the candidates that have opened the session, while a password is being changed. */
  onOpened?(keys: readonly string[]): void;
}

/**
 * Opens a session. While a password is being changed and the target refuses the first candidate, the second one is tried. Each is tried
 * once, because every try may count towards a lockout, and the connector does not know of it.
 * @throws the connector's error of the last try
 */
export async function openSession(bounds: Bounds, connector: Connector, logins: SessionLogins): Promise<unknown> {
  const { options, log } = logins;
  const choice = new CandidateChoice(logins);
  for (;;) {
    const credential = (role?: string) => choice.credential(role);
    try {
      const session = await openOnce(bounds, connector, { options, log, credential });
      if (choice.keys.length > 0) logins.onOpened?.(choice.keys);
      return session;
    } catch (error) {
      const { code } = toConnectorError(connector.definition, error);
      if (code !== "badCredentials" || !choice.next()) throw error;
    }
  }
}

async function openOnce(
  bounds: Bounds,
  { definition }: Connector,
  context: { options: unknown; credential: (role?: string) => Promise<Credential>; log: CallLog },
): Promise<unknown> {
  let opening: Promise<unknown> | undefined;
  try {
    return await bounded(bounds, (signal) => (opening = definition.open({ ...context, signal })));
  } catch (error) {
    // A session that opens after the call was given up is closed at once.
    opening?.then((late) => closeSession(definition, late)).catch(() => {});
    throw error;
  }
}

/** Closes a session; never rejects. */
export async function closeSession(definition: AnyDefinition, session: unknown): Promise<void> {
  try {
    await definition.close?.(session);
  } catch {
    // A broken session often cannot even be closed properly, and is gone all the same.
  }
}

/** Choice of the candidate of each credential for the connector. */
class CandidateChoice {
  readonly #logins: SessionLogins;
  /** Indexes of the candidates by role, for roles with two candidates that the connector has requested, in that order. */
  readonly #places = new Map<string, number>();

  constructor(logins: SessionLogins) {
    this.#logins = logins;
  }

  /**
   * Returns the credential of a role with its chosen candidate.
   * @throws config where the target has no credential of the role
   */
  async credential(role = "admin"): Promise<Credential> {
    const { login, secret, candidates } = this.#found(role);
    if (candidates === undefined) return { login, secret };
    const place = this.#places.get(role) ?? 0;
    this.#places.set(role, place);
    return { login, secret: candidates[place]?.secret ?? secret };
  }

  /** Keys of the chosen candidates. */
  get keys(): string[] {
    return [...this.#places].flatMap(([role, place]) => this.#found(role).candidates?.[place]?.key ?? []);
  }

  /**
   * Chooses the next candidate of the login that was requested last, which is the likeliest to be refused, then of those before it. Returns
   * false if all were tried.
   */
  next(): boolean {
    for (const [role, place] of [...this.#places].toReversed()) {
      const isLast = place + 1 >= (this.#found(role).candidates?.length ?? 0);
      this.#places.set(role, isLast ? 0 : place + 1);
      if (!isLast) return true;
    }
    return false;
  }

  #found(role: string): OrderCredential {
    const { credentials, targetSystem } = this.#logins;
    const found = credentials.find((credential) => credential.role === role);
    if (found !== undefined) return found;
    const isSystemPassword = role === "system" ? " and isSystemPassword true" : "";
    throw new ConnectorError(
      "config",
      `The target system ${targetSystem} has no credential of the role "${role}"; add one: POST /v2/targetSystems('${targetSystem}')/credentials with administratorId, password${isSystemPassword}.`,
    );
  }
}
