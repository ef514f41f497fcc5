import { Secret } from "#connectors/contract/index.ts";
import type { Order, OrderCredential, Outcome, PasswordCandidate } from "#domain/requests/order.ts";

/** Parts of an order that a test sets, with its secrets as texts. */
export interface OrderPart extends Partial<
  Omit<Order, "credentials" | "password" | "currentPassword" | "olderPasswords">
> {
  readonly credentials?: readonly CredentialPart[];
  readonly password?: string;
  readonly currentPassword?: string;
  readonly olderPasswords?: readonly { readonly key: string; readonly secret: string }[];
}

/** A credential with its secrets as texts. */
export interface CredentialPart {
  readonly role: string;
  readonly login: string;
  readonly secret: string;
  readonly candidates?: readonly { readonly key: string; readonly secret: string }[];
}

/** Returns a complete order, for tests that need only a part of it. */
export function orderOf(part: OrderPart & Pick<Order, "connector" | "address">): Order {
  const admin = { role: "admin", login: "admin", secret: "admin-secret-value" };
  const { credentials = [admin], password, currentPassword, olderPasswords, ...rest } = part;
  return {
    operationKey: "00000000-0000-4000-8000-000000000001",
    requestId: "test",
    sends: 1,
    code: "ACUA",
    targetSystem: "TARGET",
    credentials: credentials.map(credentialOf),
    object: { name: "ada", attributes: {} },
    attributes: {},
    deadlineMs: Date.now() + 20_000,
    ...rest,
    ...(password !== undefined && { password: new Secret(password) }),
    ...(currentPassword !== undefined && { currentPassword: new Secret(currentPassword) }),
    ...(olderPasswords && { olderPasswords: boxed(olderPasswords) }),
  };
}

/** Returns a credential as an order has it. */
export function credentialOf({ secret, candidates, ...login }: CredentialPart): OrderCredential {
  return { ...login, secret: new Secret(secret), ...(candidates && { candidates: boxed(candidates) }) };
}

function boxed(candidates: NonNullable<OrderPart["olderPasswords"]>): PasswordCandidate[] {
  return candidates.map((one) => ({ ...one, secret: new Secret(one.secret) }));
}

/** Returns the object of an outcome. */
export function madeBy(outcome: Outcome): NonNullable<Outcome["object"]> {
  if (outcome.object === undefined) throw new Error(`The outcome has no object: ${outcome.message}`);
  return outcome.object;
}
