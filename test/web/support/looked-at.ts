/** A page that axe checks. */
export interface LookedAt {
  /** Address after `#/`; a name in braces stands for the key of an object that the test has made. */
  readonly at: string;
  /** Heading of the page. */
  readonly heading: string | RegExp;
  /** Buttons whose dialogs are checked too. */
  readonly dialogs?: readonly string[];
}

const pages = {
  everybody: [
    { at: "ask", heading: "Ask" },
    { at: "requests", heading: "Requests" },
    { at: "requests/{request}", heading: /^Request /, dialogs: ["Approve"] },
    { at: "waiting", heading: "Waiting for me" },
    { at: "move-reviews/{review}", heading: "Access of ada after a move" },
    { at: "access", heading: "My access", dialogs: ["Claim an account"] },
    { at: "profile", heading: "My profile", dialogs: ["Enrol a device"] },
    { at: "sessions", heading: "My sessions" },
    { at: "delegations", heading: "Delegations", dialogs: ["Delegate my decisions"] },
    { at: "notices", heading: "Notices" },
    { at: "check-outs", heading: "Check-outs" },
    { at: "check-out-history", heading: "History of check-outs" },
  ],
  rules: [
    { at: "policies", heading: "Policies" },
    { at: "policies/{policy}", heading: "users_get", dialogs: ["Explain for somebody"] },
    { at: "analyses", heading: "Simulations and role mining", dialogs: ["Suggest roles"] },
    { at: "analyses/{analysis}", heading: "Role mining" },
    { at: "clients", heading: "Clients", dialogs: ["New client"] },
    { at: "clients/{client}", heading: "gatehouse", dialogs: ["Change", "Shut out"] },
  ],
  people: [
    { at: "people", heading: "People", dialogs: ["Add a person", "Import people"] },
    { at: "people/{person}", heading: "ada", dialogs: ["Change", "Password link", "Disable"] },
    { at: "user-classes", heading: "User classes", dialogs: ["Add a user class"] },
    { at: "user-classes/{userClass}", heading: "NIGHT", dialogs: ["Change", "Delete"] },
    { at: "accounts", heading: "Accounts", dialogs: ["Add an account"] },
    {
      at: "accounts/{account}",
      heading: "ada on DIRECTORY",
      dialogs: ["Change attributes", "Reset the password", "Change the owner", "Disable"],
    },
    { at: "groups", heading: "Groups", dialogs: ["Add a group"] },
    { at: "groups/{group}", heading: "sales on DIRECTORY", dialogs: ["Stop managing", "Delete"] },
    { at: "groups/{group}/phases", heading: "Who authorizes sales" },
    { at: "groups/{group}/implementers", heading: "Implementers of sales" },
    { at: "granted-access", heading: "Granted access" },
    { at: "help-desk", heading: "Help desk" },
    { at: "password-blocks", heading: "Password blocks", dialogs: ["Block password resets"] },
    { at: "catalogue", heading: "Catalog", dialogs: ["Import details", "Set details"] },
  ],
  sod: [
    { at: "sod-rules", heading: "Separation of duties", dialogs: ["Add rule"] },
    { at: "sod-rules/{sodRule}", heading: "PAYMENTS", dialogs: ["Edit", "Delete rule"] },
    { at: "sod-rules/{sodRule}/phases", heading: "Approval phases: PAYMENTS" },
    { at: "violations", heading: "Violations" },
  ],
  templates: [
    { at: "templates", heading: "Templates", dialogs: ["Add template"] },
    { at: "templates/{template}", heading: "Starter", dialogs: ["Edit", "Delete template"] },
    { at: "templates/{template}/phases", heading: "Approval phases: Starter" },
    { at: "templates/{template}/use", heading: "Starter" },
    { at: "request-batches", heading: "Batches" },
    { at: "request-batches/{batch}", heading: "Batch: Starter", dialogs: ["Approve all", "Cancel batch"] },
  ],
  roles: [
    { at: "roles", heading: "Roles", dialogs: ["Add role"] },
    {
      at: "roles/{role}",
      heading: "SALES",
      dialogs: [
        "Edit draft",
        "Change owners",
        "Retire role",
        "Put in force",
        "Discard draft",
        "Name a member",
        "Exclude a person",
      ],
    },
    { at: "roles/{role}/phases", heading: "Approval phases: SALES" },
  ],
  massResets: [
    { at: "mass-resets", heading: "Mass resets" },
    { at: "new-mass-reset", heading: "New mass reset" },
    { at: "mass-resets/{massReset}", heading: /^Mass reset /, dialogs: ["Start mass reset", "Delete draft"] },
  ],
  enforcement: [
    { at: "enforcement-runs", heading: "Enforcement runs", dialogs: ["Start run"] },
    { at: "enforcement-runs/{enforcementRun}", heading: "Run of autores", dialogs: ["Stop", "Confirm removals"] },
    { at: "access-exceptions", heading: "Exceptions", dialogs: ["End exception: ada"] },
  ],
  targets: [
    { at: "targets", heading: "Target systems" },
    { at: "new-target", heading: "New target system" },
    { at: "targets/{target}", heading: "DIRECTORY", dialogs: ["Remove the target system"] },
    { at: "operations", heading: "Operations" },
    { at: "password-queue", heading: "Password queue" },
    { at: "operations/{operation}", heading: "create an account on DIRECTORY" },
    { at: "targets/{target}/address", heading: "DIRECTORY" },
    { at: "targets/{target}/logins", heading: "DIRECTORY", dialogs: ["Add a login"] },
    { at: "targets/{target}/attributes", heading: "DIRECTORY", dialogs: ["Add a definition"] },
    { at: "targets/{target}/phases", heading: "DIRECTORY" },
    { at: "targets/{target}/implementers", heading: "DIRECTORY" },
    { at: "targets/{target}/discovery", heading: "DIRECTORY" },
    { at: "targets/{target}/senders", heading: "DIRECTORY", dialogs: ["Invite password sender"] },
    { at: "targets/{target}/accounts", heading: "DIRECTORY" },
    { at: "targets/{target}/groups", heading: "DIRECTORY" },
  ],
  connections: [
    { at: "connectors", heading: "Connectors and plug-ins" },
    { at: "proxies", heading: "Proxies", dialogs: ["Invite a proxy"] },
    { at: "proxies/{proxy}", heading: "Proxy branch", dialogs: ["Shut out", "Invite anew"] },
    { at: "target-groups", heading: "Target groups", dialogs: ["Add a target group"] },
    {
      at: "target-groups/{targetGroup}",
      heading: "Target group DEFAULT",
      dialogs: ["Remove the target group"],
    },
    { at: "password-policies", heading: "Password policies", dialogs: ["Add password policy"] },
    { at: "password-policies/{passwordPolicy}", heading: "Password policy DEFAULT" },
  ],
  running: [
    { at: "webhooks", heading: "Webhooks", dialogs: ["Add a webhook"] },
    { at: "webhooks/{webhook}", heading: "https://portal.example/events", dialogs: ["Change", "New secret", "Remove"] },
    { at: "audit", heading: "Audit", dialogs: ["Verify"] },
    { at: "audit/{auditRow}", heading: "IRAD" },
    { at: "settings", heading: "Settings" },
    { at: "settings/{setting}", heading: "LOCKOUT_DURATION" },
    { at: "import-rules", heading: "Import rules", dialogs: ["Add an import rule"] },
    { at: "import-rules/{importRule}", heading: /^Import rule 10/, dialogs: ["Change", "Remove"] },
    { at: "chains", heading: "Sign-in chains", dialogs: ["Try a sign-in"] },
    { at: "new-chain", heading: "Add a chain" },
    { at: "chains/{chain}", heading: "forgot-password" },
    { at: "identity-providers", heading: "Identity providers", dialogs: ["Add an identity provider"] },
    { at: "identity-providers/{provider}", heading: "corp", dialogs: ["Remove"] },
    { at: "nodes", heading: "Nodes", dialogs: ["Invite node"] },
  ],
  passwords: [
    { at: "check-outs/{checkout}", heading: / on DIRECTORY$/ },
    { at: "managed-accounts", heading: "Managed accounts" },
    { at: "managed-accounts/{managedAccount}", heading: / on DIRECTORY$/, dialogs: ["Tell the password"] },
    { at: "password-conflicts", heading: "Unsettled passwords" },
    { at: "managed-systems", heading: "Managed systems" },
    { at: "managed-systems/{managedSystem}", heading: "DIRECTORY" },
    { at: "managed-system-policies", heading: "Policies of managed systems" },
    {
      at: "managed-system-policies/{managedPolicy}",
      heading: "Policy DIRECTORY",
      dialogs: ["Give a right", "List a command", "Verify all"],
    },
    { at: "managed-system-policies/{managedPolicy}/phases", heading: /^Who decides about check-outs/ },
    { at: "password-runs", heading: "Password runs" },
    { at: "password-runs/{run}", heading: /of passwords: / },
    { at: "managed-hosts", heading: "Managed hosts" },
  ],
} as const satisfies Readonly<Record<string, readonly LookedAt[]>>;

/** Name of a group of pages that are checked together, because they need the same data. */
export type LookedAtTogether = keyof typeof pages;

/** Returns the pages of a group. */
export function pagesOf(together: LookedAtTogether): readonly LookedAt[] {
  return pages[together];
}

/** All checked pages, with their groups. */
export const everyPage: readonly (LookedAt & { readonly together: string })[] = Object.entries(pages).flatMap(
  ([together, rows]) => rows.map((row: LookedAt) => ({ ...row, together })),
);

/** Returns the address of a page with the keys of the named objects. */
export function addressOf({ at }: LookedAt, keyOf: (name: string) => string): string {
  return `/${at.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(keyOf(name)))}`;
}

/** Reports whether a page shows a single object, which can be deleted. */
export function isOfOneThing({ at }: LookedAt): boolean {
  return at.includes("{");
}
