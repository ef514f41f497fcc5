import type { MailTexts } from "../mail-texts.ts";
import { requestInEnglish as request } from "./about-request.ts";
import { accessInEnglish } from "./access-en.ts";
import { englishTasks } from "./en-tasks.ts";
import { nodesInEnglish } from "./nodes-en.ts";
import { passwordsInEnglish } from "./passwords-en.ts";
import { staysInEnglish } from "./stays-en.ts";

/** Texts in English. */
export const english: MailTexts = {
  words: {
    approve: "approved",
    deny: "denied",
    abstain: "abstained",
    C: "completed",
    D: "denied",
    K: "cancelled",
    E: "expired",
    accepted: "accepted",
    refused: "refused",
    ended: "ended",
    managerMissing: "nobody is known who could be asked as the manager",
    tooFewPeople: "too few people can be asked for it",
    partyLeft: "its requester or recipient leaves",
    checkedIn: "returned",
    expired: "over",
    revoked: "revoked",
    see: "to see the accounts",
    ask: "to ask for check-outs",
    preApproved: "to have check-outs without approval",
    manage: "to manage check-outs",
    breakGlass: "to take passwords in an emergency",
    proxyInvited: "A proxy was invited that target systems use, or that had enrolled before",
    proxyEnrolled: "A proxy has enrolled with new keys, by an invitation of this person",
    proxyAssigned: "Another proxy serves a target system",
    targetMoved: "The type or the address of a target system was changed, and its stored passwords were removed",
    loginLinked: "A login of a target system takes the password of a managed account",
    dependentAdded: "Something else gets the password of a managed account",
    signInTarget: "People sign in by another target system",
    accountsMoved: "Managed accounts have come under another managed system policy",
    profileSource: "A target system says from now on who the users are",
    identityProvider: "People sign in by an identity provider that was added or changed",
    OneTimeCode: "one-time codes of a device",
    Passkey: "a passkey",
    added: "added",
    removed: "removed",
    upToDate: "it reads the log",
    silent: "it has not called for a day",
    halfQuota: "half of the quota is used, and from 80 % on it has to join again",
    mustRejoin: "it has to join again, because changes that it lacks have left the log",
    byMember: "they were added to a user class",
    byCondition: "the condition of a user class selects them",
    byRight: "the permission was granted to their user class",
    linkIssued: "a link to set it was issued",
    passwordSet: "it was set",
    targetRefused: "the target system refused it",
    ruleLength: "it is too short or too long for its password policy",
    ruleCharacters: "its password policy does not allow these characters",
    ruleWords: "its password policy does not allow the words in it",
    ruleHistory: "it was used there before",
    ruleUnique: "it must differ from your other passwords",
    ruleCustom: "its password policy refuses it",
    resetsBlocked: "its password resets are blocked",
    tooOften: "too many passwords were reported within an hour",
    outOfTime: "its time is over",
    moved: "the target system has another type or address by now",
    vault: "the account is managed by now",
    gone: "the account or its owner changed",
    dropped: "an administrator dropped it",
    created: "created",
    lifted: "lifted",
    mustChange: "You choose another one at the next sign-in there.",
  },
  operations: {
    ACUA: "create an account",
    DELU: "delete the account",
    DNAU: "disable the account",
    ENAU: "enable the account",
    GRUA: "join the group",
    GRUD: "leave the group",
    CRTG: "create a group",
    DELG: "delete the group",
    GROA: "become an owner of the group",
    GROD: "no longer own the group",
    UPDA: "change the account",
    UPDG: "change the group",
    UNLK: "unlock the account",
    PWRS: "reset the password",
    PWCH: "change the password",
    PWVF: "verify the password",
    ACCL: "claim the account",
    DISC: "discover the target system",
    TCON: "test the connection",
    ALLOF: "all of one call",
    ACUX: "extend the time of the account",
    GRUX: "stay longer in the group",
    GROX: "stay longer an owner of the group",
    ACEN: "end all access",
    ROLA: "add the role",
    ROLD: "remove the role",
    AEDEF: "accept a deficit of the role",
    AESUR: "accept a surplus of the role",
    AESOD: "except from separation of duties",
    ARCHREQPWD: "check out the password",
  },
  kinds: {
    asked: {
      subject: "Please decide: {{asked}} for {{recipient}} (request {{number}})",
      text: `Hello {{person}},

your decision is asked for in phase {{phase}}.

${request}

{{link}}`,
    },
    reminded: {
      subject: "Reminder: request {{number}} for {{recipient}} waits for you",
      text: `Hello {{person}},

phase {{phase}} still waits for your decision.

${request}

{{link}}`,
    },
    escalated: {
      subject: "Please decide: request {{number}} for {{recipient}}",
      text: `Hello {{person}},

{{silent}} has not answered. Your decision is asked for in phase {{phase}}.

${request}

{{link}}`,
    },
    delegated: {
      subject: "{{delegator}} wants you to decide in their place",
      text: `Hello {{person}},

{{delegator}} wants you to decide in their place. It holds when you have accepted.
Reason: {{comment}}

${request}

{{link}}`,
    },
    delegationChanged: {
      subject: "The delegation between you and {{other}} was {{state}}",
      text: `Hello {{person}},

the delegation between you and {{other}} was {{state}}.
Its reason: {{comment}}

${request}

{{link}}`,
    },
    settled: {
      subject: "Nothing to do any more: request {{number}} for {{recipient}} is {{outcome}}",
      text: `Hello {{person}},

your decision in phase {{phase}} is needed no more: {{outcome}}.

${request}

{{link}}`,
    },
    held: {
      subject: "Request {{number}} for {{recipient}} is on hold",
      text: `Hello {{person}},

the request is on hold before phase {{phase}}, and you may decide how it goes on.
Why: {{comment}}

${request}

{{link}}`,
    },
    ...englishTasks(request),
    decided: {
      subject: "Request {{number}}: {{answer}} by {{decider}}",
      text: `Hello {{person}},

{{decider}} has decided in phase {{phase}}: {{answer}}.
Comment: {{comment}}

${request}

{{link}}`,
    },
    overridden: {
      subject: "Request {{number}}: {{answer}} by the superuser {{decider}}",
      text: `Hello {{person}},

{{decider}}, a superuser, has decided in phase {{phase}} in the place of those who may: {{answer}}.
Reason: {{comment}}

${request}

{{link}}`,
    },
    decisionRefused: {
      subject: "Request {{number}}: your decision does not count",
      text: `Hello {{person}},

your decision in phase {{phase}} ({{answer}}) came too late or is no longer allowed where the request is kept. Look at the request, and decide again if it still waits for you.

${request}

{{link}}`,
    },
    question: {
      subject: "Request {{number}}: a question of {{writer}}",
      text: `Hello {{person}},

{{writer}} asks you: {{comment}}

${request}

{{link}}`,
    },
    answered: {
      subject: "Request {{number}}: an answer of {{writer}}",
      text: `Hello {{person}},

{{writer}} answers your question: {{comment}}

${request}

{{link}}`,
    },
    sentBack: {
      subject: "Request {{number}} was sent back by {{writer}}",
      text: `Hello {{person}},

{{writer}} has sent the request back. It goes on when it is resubmitted.
Comment: {{comment}}

${request}

{{link}}`,
    },
    stillSentBack: {
      subject: "Reminder: request {{number}} for {{recipient}} was sent back to you",
      text: `Hello {{person}},

the request was sent back to you. It goes on when you resubmit it.

${request}

{{link}}`,
    },
    resubmitted: {
      subject: "Please decide: request {{number}} was resubmitted by {{writer}}",
      text: `Hello {{person}},

{{writer}} has resubmitted the request. Your decision is asked for again.
Comment: {{comment}}

${request}

{{link}}`,
    },
    conflicts: {
      subject: "Passwords in conflict: {{accounts}} on {{systems}}",
      text: `Hello {{person}},

none of the passwords that the vault has of them opens these managed accounts. Each of them stays in the vault, and none is changed any more.

Accounts in conflict: {{accounts}}
On these managed systems: {{systems}}
and {{moreSystems}} more
Of these since the last notice: {{fresh}}

\`gatehouse managed conflicts\` names them, and \`gatehouse managed conflicts --settle\` asks their target systems again.

${request}

{{link}}`,
    },
    checkedOut: {
      subject: "Checked out: {{account}}",
      text: `Hello {{person}},

the password of {{account}} is handed out to you for {{minutes}} minutes from now on.
Why: {{comment}}

${request}

{{link}}`,
    },
    checkoutEnding: {
      subject: "Ends soon: {{account}}",
      text: `Hello {{person}},

what you have checked out of {{account}} ends in {{minutes}} minutes. Extend it, or return it when you are done.
Why you have it: {{comment}}

${request}

{{link}}`,
    },
    checkoutEnded: {
      subject: "{{account}} is {{how}}",
      text: `Hello {{person}},

what you had checked out of {{account}} is {{how}}. The password that you know will not hold any more.
Why you had it: {{comment}}

${request}

{{link}}`,
    },
    emergency: {
      subject: "EMERGENCY: {{holder}} has the password of {{account}}",
      text: `Hello {{person}},

{{holder}} has taken the password of {{account}} in an emergency, without approval. {{voucher}} stands for it.
Why: {{comment}}

Revoke it by \`gatehouse checkout revoke\` if it should not be. When it is over, review it by \`gatehouse checkout review\`.

${request}

{{link}}`,
    },
    rightGiven: {
      subject: "New permission for privileged passwords: {{holders}}",
      text: `Hello {{person}},

you oversee privileged passwords for which someone has a new permission: {{right}}.

Who: {{holders}}
and {{moreHolders}} more
How: {{way}}
By: {{giver}}

If this should not be, remove them from the user class, or withdraw the permission.

${request}

{{link}}`,
    },
    secretWay: {
      subject: "Another way to passwords: {{subject}}",
      text: `Hello {{person}},

the ways on which passwords can be had were changed.
{{change}}: {{subject}}
By: {{changer}}

Whoever holds the other end can read passwords that are sent there, or sign in as others. If this should not be, revoke the proxy (\`gatehouse proxy revoke\`) or put the target system or the identity provider right, then randomize the passwords.

${request}

{{link}}`,
    },
    secondFactor: {
      subject: "Signing in: {{factor}} {{change}}",
      text: `Hello {{person}},

of what you sign in with this was {{change}}: {{factor}}.
By: {{changer}}

If this should not be, change your password, end your sessions, and tell those who run this service.

${request}

{{link}}`,
    },
    ...passwordsInEnglish,
    ...staysInEnglish,
    ...nodesInEnglish,
    ...accessInEnglish,
    ended: {
      subject: "Request {{number}} is {{outcome}}",
      text: `Hello {{person}},

the request is {{outcome}}.
Why: {{because}}.

${request}

{{link}}`,
    },
  },
  digest: {
    subject: "{{count}} notices",
    text: `Hello {{person}},

this is what has happened:`,
  },
  test: {
    subject: "A test of Gatehouse",
    text: "This mail was sent by `gatehouse mail test`: notices can be sent.",
  },
};
