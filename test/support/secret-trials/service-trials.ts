import { Secret } from "#connectors/contract/index.ts";
import {
  addManagedSystemPolicy,
  updateManagedSystemPolicy,
} from "#operations/managed-accounts/change-managed-system-policies.ts";
import { claimMail } from "#operations/notices/claim-mail.ts";
import { install } from "#operations/setup/install.ts";
import { signatureHeaders } from "#platform/webhooks/webhook-signature.ts";

import { met, type SecretTrial, type TrialRoom } from "./trial-room.ts";

const newPolicy = (id: string) => ({ id, description: id, mode: "push" });

/** Reports whether the headers of a delivery contain the secret with which it is signed. */
function isSent(secret: string): boolean {
  const message = { id: "m", timestamp: 0, body: "{}" };
  return JSON.stringify(signatureHeaders(message, [new Secret(secret)])).includes(secret);
}

const addWebhook = async (room: TrialRoom) =>
  (await room.post("root", "webhooks", { url: "https://one.example/hook" })).json;

/** Trials of the ways through settings, webhooks and policies of the vault. */
export const serviceTrials: Readonly<Record<string, SecretTrial>> = {
  async "settings.update settingSecret"(room) {
    const set = (name: string, value: string) => room.change("root", `settings('${name}')`, { value });
    for (const [name, value] of [
      ["MAIL_FROM", "gatehouse@example.test"],
      ["SMTP_HOST", "mail.example.test"],
      ["SMTP_PASSWORD", "the password of the server"],
    ] as const)
      await set(name, value);
    const moved = await set("SMTP_HOST", "elsewhere.example.test");
    const captcha = await set("CAPTCHA_VERIFY_ADDRESS", "https://elsewhere.example/verify");
    return met({ refused: [moved.json?.error?.code, captcha.json?.error?.code].every((code) => code !== undefined) });
  },
  async "settings.update typedPassword"(room) {
    const id = await room.target();
    await room.allow("settings_get", "settings_patch_update");
    const refused = await room.change("carl", "settings('SIGN_IN_TARGET')", { value: id });
    const { status } = await room.change("root", "settings('SIGN_IN_TARGET')", { value: id });
    return met({ needsRight: refused.status === 403 && status === 204, told: await room.wasTold("signInTarget", id) });
  },
  async "webhooks.add webhookSecret"(room) {
    const [first, second] = [await addWebhook(room), await addWebhook(room)];
    return met({ neverSent: first.secret !== second.secret && !isSent(String(first.secret)) });
  },
  async "webhooks.update webhookSecret"(room) {
    const { key, secret } = await addWebhook(room);
    const { status } = await room.change("root", `webhooks(${key})`, { url: "https://two.example/hook" });
    const read = await room.call("GET", `/v2/webhooks(${key})`, "root");
    return met({ neverSent: status === 204 && !read.text.includes(String(secret)) && !isSent(String(secret)) });
  },
  async "notices.claimMail typedPassword"(room) {
    return met({ outside: (await room.run(claimMail, {})).code === "FORBIDDEN" });
  },
  async "managedSystemPolicies.add managedPassword"(room) {
    const id = room.fresh("POLICY");
    const { code } = await room.run(addManagedSystemPolicy, newPolicy(id));
    return met({
      takesAway: code === undefined && (await room.store.count("managedAccounts", { policyId: id })) === 0,
    });
  },
  async "managedSystemPolicies.update managedPassword"(room) {
    const { key, policyId } = await room.managed(await room.target());
    const changed = await room.run(updateManagedSystemPolicy, { key: policyId, disclosurePlugins: ["display"] });
    const asked = await room.post("root", "checkouts", { managedAccountKey: key, reason: "to look" });
    return met({ needsRight: changed.code === undefined && asked.status === 403 });
  },
  async "setup.install managedPassword"(room) {
    const { code } = await room.run(install, {});
    return met({ outside: code === "FORBIDDEN" });
  },
};
