import type { Plugin } from "#plugins/contract/index.ts";

/** What it is asked for. */
export const kind = "stillApplicable";

/** Tries nothing again for somebody who has been disabled meanwhile. */
export const run: Plugin<"stillApplicable"> = async ({ request }, services) => {
  const recipient = await services.user(request.recipient.key);
  if (recipient !== null && !recipient.disabled) return { applicable: true };
  return { applicable: false, reason: `${request.recipient.id} is not here any more.` };
};
