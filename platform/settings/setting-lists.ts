import { isIP, isIPv6 } from "node:net";

import { noticeKindNames } from "#domain/notices/notice-kinds.ts";
import { passwordExpiryNoticeDaysMax, passwordExpiryNoticesMax } from "#domain/password-end-limits.ts";
import { notifierPluginsMax } from "#domain/plugin-limits.ts";

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

/** A list of files of plug-ins that bring messages to people. */
export const notifierNames = entries
  .refine(
    (names) => names.every((name) => /^[A-Za-z0-9][\w.-]*\.(mjs|js|ts)$/.test(name)),
    "must be names of files that end with .mjs, .js or .ts, with commas between them",
  )
  .refine((names) => names.length <= notifierPluginsMax, `must be at most ${notifierPluginsMax} files`);

/** A list of kinds of notifications. */
export const noticeKindList = entries.refine(
  (kinds) => kinds.every((kind) => (noticeKindNames as readonly string[]).includes(kind)),
  `must be kinds of notifications with commas between them: ${noticeKindNames.join(", ")}`,
);

/** A list of days before something ends. */
export const expiryNoticeDays = entries
  .refine(
    (steps) =>
      steps.every((step) => /^\d{1,3}$/.test(step) && Number(step) >= 1 && Number(step) <= passwordExpiryNoticeDaysMax),
    `must be whole numbers from 1 to ${passwordExpiryNoticeDaysMax} with commas between them`,
  )
  .refine((steps) => steps.length <= passwordExpiryNoticesMax, `must be at most ${passwordExpiryNoticesMax} numbers`)
  .transform((steps) => steps.map(Number));

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (isIP(address) === 0 || address.includes("%") || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
