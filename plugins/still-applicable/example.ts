import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "stillApplicable";

/** Ends the operation if the recipient has been disabled or deleted. */
export const run: Plugin<"stillApplicable"> = async ({ request }, services) => {
  const recipient = await services.user(request.recipient.key);
  if (recipient !== null && !recipient.disabled) return { applicable: true };
  return { applicable: false, reason: `${request.recipient.id} is not here any more.` };
};
