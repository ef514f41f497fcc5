import { mailAddressMaxCharacters } from "../notice-limits.ts";

// No blank, comma, bracket or line may stand in it: what follows one would be read as another recipient or header.
const form =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/** What a mail address must be, in words. */
export const mailAddressRule = "must be one mail address in plain ASCII, such as anna@example.org, without a name";

/** Whether a text is one mail address (RFC 5321, 4.1.2, without quoted names and without addresses in brackets). */
export function isMailAddress(text: string): boolean {
  return text.length <= mailAddressMaxCharacters && form.test(text);
}

/** The part of a mail address behind its `@`. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
