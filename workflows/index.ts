export { commandRun } from "./command-run.ts";
export { discovery, scheduledDiscovery } from "./discovery.ts";
export { maintenance } from "./maintenance.ts";
export { noticeMail } from "./notice-mail.ts";
export { passwordCheck } from "./password-check.ts";
export { replicate } from "./replicate.ts";
export { request } from "./request.ts";
export { vaultRun } from "./vault-run.ts";
export { webhookDelivery } from "./webhook-delivery.ts";
