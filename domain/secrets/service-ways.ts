import type { SecretWay } from "./secret-way.ts";

const handing = ["managedSystemPolicies.mode", "managedSystemPolicies.disclosurePlugins"];

/** Operations that can redirect secrets through the service itself: its settings, webhooks and policies of the vault. */
export const serviceWays = {
  "settings.update": {
    writes: ["settings.storedValue"],
    secrets: {
      settingSecret: {
        by: ["refused"],
        because:
          "The mail server does not change while its password is stored; the address of the CAPTCHA is no stored setting.",
      },
      typedPassword: {
        by: ["needsRight", "told"],
        because: "SIGN_IN_TARGET needs the policy targetsystems_post_redirect besides that of settings.",
      },
    },
  },
  "webhooks.add": {
    writes: ["webhooks.url"],
    secrets: { webhookSecret: { by: ["neverSent"], because: "A new webhook gets a secret of its own." } },
  },
  "webhooks.update": {
    writes: ["webhooks.url"],
    secrets: {
      webhookSecret: {
        by: ["neverSent"],
        because: "The secret stays and signs what is sent to the new address; a signature does not tell it.",
      },
    },
  },
  "notices.claimMail": {
    writes: ["passwordDeliveries.tokenHash"],
    secrets: {
      typedPassword: {
        by: ["outside"],
        because:
          "The service alone makes the link to new passwords, and only for the mail to the owner of the accounts.",
      },
    },
  },
  "managedSystemPolicies.add": {
    writes: handing,
    secrets: { managedPassword: { by: ["takesAway"], because: "No account is under a new policy yet." } },
  },
  "managedSystemPolicies.update": {
    writes: ["managedSystemPolicies.disclosurePlugins"],
    secrets: {
      managedPassword: {
        by: ["needsRight"],
        because: "A way of disclosure shows a password to nobody but who has it checked out by a right of theirs.",
      },
    },
  },
  "setup.install": {
    writes: [...handing, "userClasses.condition", "nodes.signingKey", "nodes.sealingKey"],
    secrets: {
      managedPassword: {
        by: ["outside"],
        because: "A new installation has no managed account, and a node records its own keys alone.",
      },
    },
  },
} as const satisfies Record<string, SecretWay>;
