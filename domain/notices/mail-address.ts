import { mailAddressMaxCharacters } from "../notice-limits.ts";

// No blank, comma, bracket or line break may stand in it: text after one would be read as another recipient or header.
const form =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** Rule for an email address in words. */
export const mailAddressRule = "must be one mail address in plain ASCII, such as anna@example.org, without a name";

/** Returns true if a text is one email address (RFC 5321, 4.1.2, without quoted names and without addresses in brackets). */
export function isMailAddress(text: string): boolean {
  return text.length <= mailAddressMaxCharacters && form.test(text);
}

/** Returns the domain of an email address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
