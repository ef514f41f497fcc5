/** Definition of a kind of secrets: a description, and the sealed columns that store it. */
interface SecretKindDefinition {
  readonly description: string;
  /** Columns as table.column; empty if only the hash is stored, or if the secret lies outside of the database. */
  readonly keptIn: readonly string[];
}

/** Secrets that the service stores or passes on. Every sealed column belongs to one of them, so that the ways to each are checked. */
export const secretKinds = {
  storedLogin: {
    description: "the password of a login of a target system, which its connector uses and nobody reads",
    keptIn: ["targetSystemCredentials.password"],
  },
  managedPassword: {
    description: "a privileged password in the vault",
    keptIn: ["vaultEntries.secret"],
  },
  typedPassword: {
    description:
      "a password that a person has typed, to sign in or as a new one of an account, or that a mass reset has made for them",
    keptIn: [
      "requestOperations.password",
      "requestOperations.currentPassword",
      "passwordChecks.password",
      "passwordHistories.secret",
      "passwordSenders.receivingSecret",
      "passwordQueue.password",
      "passwordQueue.currentPassword",
      "massResetAccounts.password",
    ],
  },
  settingSecret: {
    description: "the password of the mail server, or the secret of the CAPTCHA",
    keptIn: ["settings.secretValue"],
  },
  webhookSecret: {
    description: "the secret by which deliveries of a webhook are signed; it is never sent",
    keptIn: ["webhooks.secret", "webhooks.previousSecret"],
  },
  ticketSecret: {
    description: "the secret by which a ticket system signs its callbacks; it is shown once, and never sent",
    keptIn: ["ticketSystems.secret", "ticketSystems.previousSecret"],
  },
  secondFactor: {
    description: "the secret of one-time codes, which is shown once, to the person whose it is",
    keptIn: ["userCredentials.oneTimeSecret", "credentialEnrolments.secret"],
  },
  heldForCall: {
    description: "what is kept for one caller alone: of a sign-in, of a listed command, or the answer of a call",
    keptIn: ["signInAttempts.memory", "commandRuns.output", "keptAnswers.answer"],
  },
  signingKey: {
    description: "the keys by which tokens are signed",
    keptIn: ["signingKeys.privateKey"],
  },
  nodeKey: {
    description:
      "the private keys by which this node signs, and opens what other nodes seal for it; they never leave it",
    keptIn: ["nodeKeys.signingSecret", "nodeKeys.sealingSecret"],
  },
  clientSecret: {
    description: "the secret of a client; only its hash is kept",
    keptIn: [],
  },
  keyRing: {
    description: "the keys of the vault, in a file of the data folder",
    keptIn: [],
  },
} as const satisfies Record<string, SecretKindDefinition>;

/** Name of a kind of secrets. */
export type SecretKind = keyof typeof secretKinds;
