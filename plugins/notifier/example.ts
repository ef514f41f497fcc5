import type { Plugin } from "#plugins/contract/index.ts";

/** Kind of this plug-in. */
export const kind = "notifier";

/** Hands a message to a gateway for text messages; here the log stands in for the gateway. */
export const run: Plugin<"notifier"> = async ({ to, subject, text }, services) => {
  const [mobile] = await services.profileAttribute({ key: to.key, name: "mobile" });
  if (mobile === undefined) return { sent: false, reason: `${to.id} has no mobile number.` };
  services.log(`to ${mobile}: ${subject} (${text.length} characters)`);
  return { sent: true };
};
