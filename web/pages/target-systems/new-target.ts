import { call, change } from "../../api/call.ts";
import type { Operation, ProxyServer, ReportedConnector } from "../../api/model.ts";
import { type AddressField, addressOf, type AddressValues } from "../../forms/address-schema.ts";
import { nobody } from "../phases/phases.ts";
import { usualProxy } from "./connectors.ts";
import type { EnteredLogin } from "./login-fields.tsx";

/** A connector at a proxy. */
export interface TargetKind {
  readonly key: string;
  readonly proxyId: string;
  readonly connector: ReportedConnector;
}

/** Returns the kinds of target systems that proxies can serve. */
export function kindsOf(proxies: readonly ProxyServer[]): readonly TargetKind[] {
  return proxies.flatMap(({ id: proxyId, connectors }) =>
    connectors.map((connector) => ({ key: `${proxyId} ${connector.id}`, proxyId, connector })),
  );
}

/** Entered values of a new target system. */
export interface EnteredTarget {
  readonly id: string;
  readonly description: string;
  readonly kind: TargetKind;
  readonly fields: readonly AddressField[];
  readonly values: AddressValues;
  readonly login: EnteredLogin;
}

/** Parts of a new target system that exist already; a retry continues there. */
export interface MadeSoFar {
  readonly isTargetMade: boolean;
  readonly loginKey: string | undefined;
}

/**
 * Creates the target system and its credentials, or changes the existing ones, and starts a test of the connection.
 * @throws CallError, UnreachableError
 */
export async function makeAndTest(
  entered: EnteredTarget,
  made: MadeSoFar,
  { userKey, note }: { readonly userKey: string; note(made: MadeSoFar): void },
): Promise<Operation> {
  const { id, kind, fields, values } = entered;
  const address = addressOf(fields, values);
  if (made.isTargetMade) await change(call("PATCH targetSystems()", { key: id, body: { address } }));
  else {
    const body = {
      id,
      type: kind.connector.id,
      description: entered.description,
      address,
      ...(kind.proxyId !== usualProxy && { proxyServers: [kind.proxyId] }),
      authorizationPhases: [
        {
          sequence: 1,
          authorizers: [
            {
              ...nobody,
              userKey,
            },
          ],
        },
      ],
    };
    await change(call("POST targetSystems", { body }));
    note({ isTargetMade: true, loginKey: made.loginKey });
  }
  const loginKey = await saveLogin(id, entered.login, made.loginKey);
  note({ isTargetMade: true, loginKey });
  return change(call("POST targetSystems()/testConnection", { key: id }));
}

async function saveLogin(
  id: string,
  { administratorId, password }: EnteredLogin,
  known: string | undefined,
): Promise<string | undefined> {
  if (administratorId.trim() === "") return known;
  const body = { administratorId, ...(password !== "" && { password }) };
  if (known === undefined) return (await change(call("POST targetSystems()/credentials", { key: id, body }))).key;
  await change(call("PATCH targetSystems()/credentials()", { key: [id, known], body }));
  return known;
}
