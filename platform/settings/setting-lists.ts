import { isIP, isIPv6 } from "node:net";

import { entries } from "./setting-schemas.ts";

/** A list of networks: addresses, or addresses with the number of their bits such as 10.0.0.0/8. */
export const networks = entries.refine(
  (items) => items.every(isNetwork),
  "must be addresses or networks such as 10.0.0.0/8 or ::1, with commas between them",
);

/** A list of web origins, each in the form that browsers send; none of them is a pattern. */
export const origins = entries.refine(
  (items) => items.every(isOrigin),
  "must be origins such as https://portal.example with commas between them, without a path; * is not taken",
);

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
