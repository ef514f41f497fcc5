import type { MailTemplate } from "../mail-texts.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { requestInEnglish as request } from "./about-request.ts";

/** Texts about passwords in English. */
export const passwordsInEnglish = {
  ownPassword: {
    subject: "Your password: {{change}}",
    text: `Hello {{person}},

of the password you sign in with: {{change}}.
By: {{changer}}

If this should not be, tell those who run this service at once, change your password, and end your sessions.

${request}

{{link}}`,
  },
  passwordReset: {
    subject: "Your passwords were reset by {{resetter}}",
    text: `Hello {{person}},

{{resetter}} has set a new password on accounts of yours. Accounts: {{accounts}}
{{duty}}

If you did not ask for this, block further resets on your profile page, tell those who run this service at once, and choose other passwords.

${request}

{{link}}`,
  },
  massResetPaused: {
    subject: "Mass reset {{massReset}} has paused",
    text: `Hello {{person}},

the mass reset {{massReset}} has paused by itself, because too much failed.
Failed: {{failed}} of {{ended}}

Look at its report, then resume or stop it.

${request}

{{link}}`,
  },
  massResetEnded: {
    subject: "Mass reset {{massReset}} has ended",
    text: `Hello {{person}},

the mass reset {{massReset}} has ended.
Done: {{done}}
Failed: {{failed}}
Skipped: {{leftOut}}

${request}

{{link}}`,
  },
  passwordBlock: {
    subject: "Block of your password resets: {{change}}",
    text: `Hello {{person}},

a block of your password resets was {{change}}. While one holds, no one sets a password of yours without knowing the present one.
By: {{changer}}

If this should not be, tell those who run this service.

${request}

{{link}}`,
  },
  holderPassword: {
    subject: "The password of {{holder}}: {{change}}",
    text: `Hello {{person}},

{{holder}} has a permission for privileged passwords that you oversee. Of the password that {{holder}} signs in with: {{change}}.
By: {{changer}}

Whoever signs in as {{holder}} has that permission too. If this should not be, disable the user, or withdraw the permission.

${request}

{{link}}`,
  },
  passwordExpires: {
    subject: "Password expires soon: {{target}}",
    text: `Hello {{person}},

your password on {{target}} expires soon. Days left: {{days}}

Change it before then. An expired password may keep you from signing in there.

${request}

{{link}}`,
  },
  passwordQueued: {
    subject: "Password change waits: {{target}}",
    text: `Hello {{person}},

your password on {{target}} was not changed yet, because the target system did not answer. The change waits. Until then the old password stays valid.

You can choose another password at any time: the latest one is used. If you did not change your password, contact your administrators.

${request}

{{link}}`,
  },
  passwordCarriedOut: {
    subject: "Password changed: {{target}}",
    text: `Hello {{person}},

the password change that waited for {{target}} was carried out. Sign in there with the password that you chose last.

${request}

{{link}}`,
  },
  passwordGivenUp: {
    subject: "Password not changed: {{target}}",
    text: `Hello {{person}},

the password change that waited for {{target}} was given up: {{because}}. Change your password again if it is still needed.

${request}

{{link}}`,
  },
  passwordsByLink: {
    subject: "Your new passwords",
    text: `Hello {{person}},

new passwords were set for accounts of yours. Accounts: {{accounts}}

Open the link and click the button to see them. The link works once, so keep the passwords in a safe place. If it was already used and not by you, tell your administrators at once.

${request}

{{link}}`,
  },
  passwordsInMyAccess: {
    subject: "Your new passwords are in My access",
    text: `Hello {{person}},

new passwords were set for accounts of yours. Accounts: {{accounts}}

Sign in and open My access to see them once. You need a code of your authenticator app.

${request}

{{link}}`,
  },
  passwordsSynced: {
    subject: "Your password was set on other accounts",
    text: `Hello {{person}},

you have changed your password on a target system. It was set on other accounts of yours, too. Accounts: {{accounts}}

If you did not change it, tell those who run this service at once, and choose another password.

${request}

{{link}}`,
  },
  passwordNotSynced: {
    subject: "Password not changed: {{target}}",
    text: `Hello {{person}},

you have changed your password on a target system. Your account on {{target}} keeps its password: {{because}}. Change it there yourself, or choose a password that all your accounts accept.

${request}

{{link}}`,
  },
  passwordSenderFlood: {
    subject: "Many passwords changed on {{target}}",
    text: `Hello {{person}},

a password sender of {{target}} reports unusually many new passwords, of many accounts or of one account again and again. If you do not expect that, revoke the password sender.

${request}

{{link}}`,
  },
  dependants: {
    subject: "Dependants without their password: {{dependants}}",
    text: `Hello {{person}},

these dependants of managed accounts have not taken a password. The account and the dependants before them were given the confirmed password again where that could be done; until then it is uncertain which one holds, and the vault gives out both. All this is tried again by itself.

Dependants: {{dependants}}
Of these since the last notice: {{fresh}}

\`gatehouse managed dependant list --failing\` names them with the words of their targets.

${request}

{{link}}`,
  },
} as const satisfies Partial<Record<NoticeKind, MailTemplate>>;
