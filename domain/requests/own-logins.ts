import { normalForm } from "#connectors/contract/normal-form.ts";

import { definitionOf, isOperationCode, type LoginHarm, objectTypeOf } from "./operation-codes.ts";
import type { OrderAttributes, OrderCode } from "./order.ts";

/** Names of an account, as its target shows it. */
export interface NamedAccount {
  readonly id?: string;
  readonly name: string;
  readonly attributes: OrderAttributes;
}

/** Attributes whose values are login names on targets of the usual kinds; compared without case. */
const namingAttributes: ReadonlySet<string> = new Set([
  "dn",
  "distinguishedname",
  "uid",
  "samaccountname",
  "userprincipalname",
  "username",
  "name",
]);

/**
 * Returns true if an account is the one that a login names. A login has many spellings (`DOMAIN\\name`, `name@host`, a distinguished
 * name), so the parts of names are compared, without case. An account that is mistaken for a login is only left alone.
 */
export function isAccountOfLogin(login: string, { id, name, attributes }: NamedAccount): boolean {
  const wanted = spellingsOf(login);
  const named = Object.entries(attributes).flatMap(([attribute, values]) =>
    namingAttributes.has(attribute.toLowerCase()) ? values.map(String) : [],
  );
  const spelt = [...(id === undefined ? [] : [id]), name, ...named].flatMap(spellingsOf);
  return spelt.some((one) => wanted.includes(one));
}

/** Returns true if a login equals the whole name, a naming attribute or the mail address of an account, without case. */
export function hasWholeName(login: string, { name, attributes }: NamedAccount): boolean {
  const wanted = login.toLowerCase();
  const named = Object.entries(attributes).flatMap(([attribute, values]) =>
    namingAttributes.has(attribute.toLowerCase()) || attribute.toLowerCase() === "mail" ? values.map(String) : [],
  );
  return [name, ...named].some((one) => one.toLowerCase() === wanted);
}

/** Returns the spellings of a name: as it is, without the domain before it, and without the host behind it. */
function spellingsOf(text: string): string[] {
  const whole = normalForm(text, "NFC").toLowerCase().trim();
  const isPath = /^[a-z]+=/.test(whole);
  // The blanks behind commas and equals signs of a distinguished name mean nothing.
  if (isPath) return [whole.replaceAll(/\s*([,=])\s*/g, "$1")];
  const inDomain = whole.slice(whole.indexOf("\\") + 1);
  const [atHost = ""] = inDomain.split("@");
  return [...new Set([whole, inDomain, atHost])].filter((one) => one !== "");
}

/** Harm of the orders of the vault. */
const harms: Readonly<Partial<Record<OrderCode, LoginHarm>>> = { RAND: "password" };

/** Returns the harm of an order to those who log in as its account; undefined if it does none. */
export function loginHarmOf(order: {
  readonly code: OrderCode;
  readonly attributes: OrderAttributes;
  readonly password?: unknown;
}): LoginHarm | undefined {
  if (!isOperationCode(order.code)) return harms[order.code];
  const definition = definitionOf(order.code);
  if (definition.capability !== "update" || objectTypeOf(definition) !== "account") return definition.harm;
  if (order.password !== undefined) return "password";
  return Object.keys(order.attributes).some((attribute) => attribute.toLowerCase() === "name") ? "shutOut" : undefined;
}
