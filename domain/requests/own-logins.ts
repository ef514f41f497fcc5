import { normalForm } from "#connectors/contract/normal-form.ts";

import type { OrderAttributes, OrderCode } from "./order.ts";

/** Names of an account, as its target shows it. */
export interface NamedAccount {
  readonly id?: string;
  readonly name: string;
  readonly attributes: OrderAttributes;
}

/** Attributes by whose values people log in, on targets of the usual kinds; compared without case. */
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
 * Whether an account is the one that a login names. A login has many spellings (`DOMAIN\\name`, `name@host`, a distinguished name), and
 * an account that is taken for a login without being one is only left alone: so the parts of names are compared, without case.
 */
export function isAccountOfLogin(login: string, { id, name, attributes }: NamedAccount): boolean {
  const wanted = spellingsOf(login);
  const named = Object.entries(attributes).flatMap(([attribute, values]) =>
    namingAttributes.has(attribute.toLowerCase()) ? values.map(String) : [],
  );
  const spelt = [...(id === undefined ? [] : [id]), name, ...named].flatMap(spellingsOf);
  return spelt.some((one) => wanted.includes(one));
}

/** Whether an account has just this name, or this mail address, without regard to case. */
export function hasWholeName(login: string, { name, attributes }: NamedAccount): boolean {
  const wanted = login.toLowerCase();
  const named = Object.entries(attributes).flatMap(([attribute, values]) =>
    namingAttributes.has(attribute.toLowerCase()) || attribute.toLowerCase() === "mail" ? values.map(String) : [],
  );
  return [name, ...named].some((one) => one.toLowerCase() === wanted);
}

/** A name as it is, without the domain before it, and without the host behind it. */
function spellingsOf(text: string): string[] {
  const whole = normalForm(text, "NFC").toLowerCase().trim();
  const isPath = /^[a-z]+=/.test(whole);
  // The blanks behind commas and equals signs of a distinguished name mean nothing.
  if (isPath) return [whole.replaceAll(/\s*([,=])\s*/g, "$1")];
  const inDomain = whole.slice(whole.indexOf("\\") + 1);
  const [atHost = ""] = inDomain.split("@");
  return [...new Set([whole, inDomain, atHost])].filter((one) => one !== "");
}

/** The harm that an order does to whoever logs in as its account: another password, or no way in at all. */
export type LoginHarm = "password" | "shutOut";

const harms: Readonly<Partial<Record<OrderCode, LoginHarm>>> = {
  PWRS: "password",
  PWCH: "password",
  RAND: "password",
  DNAU: "shutOut",
  DELU: "shutOut",
};

/** What an order does to whoever logs in as its account; undefined = nothing. */
export function loginHarmOf(order: {
  readonly code: OrderCode;
  readonly attributes: OrderAttributes;
  readonly password?: unknown;
}): LoginHarm | undefined {
  if (order.code !== "UPDA") return harms[order.code];
  if (order.password !== undefined) return "password";
  return Object.keys(order.attributes).some((attribute) => attribute.toLowerCase() === "name") ? "shutOut" : undefined;
}
