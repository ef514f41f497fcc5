import { type OperationDefinition, operationCodes } from "../requests/operation-codes.ts";

/** What an operation of the audit stands for. */
export interface AuditOperation {
  readonly description: string;
  /** Where it is asked for: a section of the interface specification, or the domain's rules. */
  readonly source: string;
  /** True where the message names the operation of the service, because the code stands for many. */
  readonly namesOperation?: true;
}

const rules = "domain 6";
const requests = "domain 1";
const design = "design 2.15";

/** The operations that are not results of operations in a request. */
const own = {
  LGIN: { description: "somebody signed in, or was refused", source: "section 5" },
  LREF: { description: "tokens were renewed, or refused", source: "section 5" },
  LOUT: { description: "a session or a token was ended", source: "section 5" },
  LGAC: { description: "somebody signed in on the page of a client, or was refused", source: "section 5" },
  LGCC: { description: "a client signed in for itself, or was refused", source: "section 5" },
  AUTZ: { description: "the sign-in page of a client was opened, or refused", source: "section 5" },
  INTR: { description: "a token was looked at by a service that takes it", source: "section 5" },
  ACAS: { description: "an administrator gave an account an owner", source: "section 4" },
  ACDI: { description: "an administrator took an account from its owner", source: "section 4" },
  RVDR: { description: "revocations of tokens that have expired were dropped", source: "section 5" },
  ULCK: { description: "a user was unlocked", source: "section 5" },
  GRCL: { description: "expired grants were removed", source: "section 5" },
  KROT: { description: "the signing keys were rotated", source: "section 5" },
  KLST: { description: "the signing keys were listed", source: "section 5" },
  VKLS: { description: "the keys of the vault, or what they have sealed, were looked at", source: "domain 5" },
  VKAD: { description: "a key was added to the vault", source: "domain 5" },
  VKRW: { description: "sealed texts were wrapped with the current key of the vault", source: "domain 5" },
  VKWR: { description: "the key ring was wrapped by a passphrase, or by another one", source: "domain 5" },
  VKUW: { description: "the key ring was written in clear again", source: "domain 5" },
  VKEX: { description: "the vault was exported, sealed to a key or to shares", source: "domain 5" },
  VKRM: { description: "a key was removed from the vault", source: "domain 5" },
  CLAD: { description: "a client was registered", source: "section 5" },
  CLUP: { description: "a client was changed", source: "section 5" },
  CLSE: { description: "the tokens of a client were ended", source: "section 5" },
  CLSR: { description: "a client was given a new secret", source: "section 5" },
  CLRM: { description: "a client was removed", source: "section 5" },
  CLLS: { description: "the clients were listed", source: "section 5" },
  CLGT: { description: "a client was read", source: "section 5" },
  PLCS: { description: "a policy was saved", source: "section 5" },
  PLCB: { description: "a policy was put back to an earlier version", source: "section 5" },
  PLCR: { description: "a stored policy was removed, so that its default holds again", source: "section 5" },
  UINF: { description: "the caller asked who they are", source: "section 4" },
  SRES: { description: "result of a self-service password reset; one per reset", source: "section 6" },
  QRES: { description: "a password reset was queued from the user interface", source: "section 6" },
  ACHG: { description: "the password of an account was changed", source: "section 6" },
  ADIS: { description: "an administrator disabled a user", source: rules },
  AENA: { description: "an administrator enabled a user", source: rules },
  ACPS: { description: "the product was configured", source: rules, namesOperation: true },
  ACEX: { description: "the help desk changed a password and let it expire", source: rules },
  AAUT: { description: "the help desk authenticated a user by questions", source: rules },
  AFND: { description: "the help desk found a user", source: rules },
  DISC: { description: "a target system was discovered", source: rules },
  RAND: { description: "a privileged password was randomized", source: rules },
  CHKI: { description: "a privileged password was checked in", source: rules },
  RQSB: { description: "a request, or a write on a target system, was accepted", source: requests },
  RQDC: { description: "an authorizer decided", source: requests },
  RQRH: { description: "a workflow manager decided about a request on hold", source: requests },
  RQAA: { description: "plug-ins were asked for the authorizers of a request", source: requests },
  RQOV: { description: "a superuser decided in the place of authorizers", source: requests },
  RQUA: { description: "an authorizer took a decision back", source: requests },
  RQCM: { description: "somebody commented on a request", source: requests },
  RQAS: { description: "an authorizer asked the requester something", source: requests },
  RQAW: { description: "the requester answered a question", source: requests },
  RQSK: { description: "an authorizer sent a request back to its requester", source: requests },
  RQRS: { description: "the requester resubmitted a request", source: requests },
  RQED: { description: "operations of a request were changed", source: requests },
  RQCN: { description: "a request was cancelled", source: requests },
  RQEN: { description: "a request ended", source: requests },
  RQST: { description: "a step of a request failed", source: requests },
  RQMO: { description: "a request expired, or its start came", source: requests },
  RQES: { description: "somebody was asked in the place of an authorizer who had not answered", source: requests },
  DLAD: { description: "somebody was asked to decide in the place of another", source: requests },
  DLAC: { description: "a delegation was accepted", source: requests },
  DLRF: { description: "a delegation was refused by its delegate", source: requests },
  DLEN: { description: "a delegation was ended, or was over", source: requests },
  DLMO: { description: "the beginning or the end of a delegation failed", source: requests },
  RQWO: { description: "requests were woken of which something was overdue", source: requests },
  RQLU: { description: "the unfinished requests were listed for the monitor", source: requests },
  NTRD: { description: "somebody marked a notice as read, or as not read", source: requests },
  NTCH: { description: "somebody chose how to be told by mail", source: requests },
  NTLS: { description: "mails were listed", source: requests },
  NTRS: { description: "mails were ordered again", source: requests },
  NTTS: { description: "a test mail was sent, or refused", source: requests },
  NTST: { description: "a step of what people are told failed", source: requests },
  PXIN: { description: "a proxy was invited", source: "design 2.6" },
  PXEN: { description: "a proxy enrolled", source: "design 2.6" },
  PXRV: { description: "a proxy was shut out", source: "design 2.6" },
  PXHI: { description: "a proxy said what it can do", source: "design 2.6" },
  PXHO: { description: "an order with its secrets was handed to a proxy", source: "design 2.6" },
  PXOC: { description: "a proxy reported outcomes", source: "design 2.6" },
  PXCH: { description: "a proxy brought a part of a listing", source: "design 2.6" },
  PXKH: { description: "a proxy asked what has not changed since the last load", source: "design 2.6" },
  PXLF: { description: "a proxy reported that a listing failed", source: "design 2.6" },
  PXFC: { description: "the connectors that proxies could not load were listed", source: "design 2.6" },
  TCRQ: { description: "a test of the connection to a target system was asked for", source: "domain 8" },
  DSRQ: { description: "a discovery was asked for", source: "domain 3" },
  DSCF: { description: "a discovery that waits was confirmed or aborted", source: "domain 3" },
  VRST: { description: "a step of a run over managed accounts failed", source: "domain 5" },
  DSST: { description: "a step of a discovery failed", source: "domain 3" },
  DSLU: { description: "the unfinished discoveries were listed for the monitor", source: "domain 3" },
  DSLS: { description: "the schedules of discoveries were listed", source: "domain 3" },
  DSLT: { description: "the target systems of the nightly run were listed", source: "domain 8" },
  DSOC: { description: "the outcome of a discovery was read by the nightly run", source: "domain 8" },
  IRAD: { description: "an import rule was added", source: "domain 3" },
  IRUP: { description: "an import rule was changed", source: "domain 3" },
  IRRM: { description: "an import rule was removed", source: "domain 3" },
  IRLS: { description: "the import rules were listed", source: "domain 3" },
  IRTR: { description: "a trial run of the import rules was refused", source: "domain 3" },
  IMPR: { description: "the import rules were carried out on everything", source: "domain 3" },
  IMPB: { description: "an import rule bound a system or an account to a policy", source: "domain 3" },
  IMPU: { description: "an import rule took a system or an account from its policy", source: "domain 3" },
  IMPD: { description: "an import rule removed a managed system or a managed account", source: "domain 3" },
  MPAD: { description: "a managed system policy was added", source: "domain 5" },
  MPUP: { description: "a managed system policy was changed", source: "domain 5" },
  MPRM: { description: "a managed system policy was removed", source: "domain 5" },
  MSAD: { description: "a managed system was added", source: "domain 5" },
  MSUP: { description: "a managed system was changed, disabled or enabled", source: "domain 5" },
  MSRM: { description: "a managed system was removed", source: "domain 5" },
  MSBI: { description: "a managed system was bound to a policy", source: "domain 5" },
  MSUB: { description: "a managed system was taken from a policy", source: "domain 5" },
  MAAD: { description: "an account was put under management", source: "domain 5" },
  MAMV: { description: "a managed account was moved to another policy", source: "domain 5" },
  MADI: { description: "a managed account was disabled", source: "domain 5" },
  MARA: { description: "somebody asked for other passwords of managed accounts", source: "domain 5" },
  MAOV: { description: "somebody told the password that a managed account has", source: "domain 5" },
  MAIM: { description: "passwords that managed accounts have were taken from a file or a prompt", source: "domain 5" },
  MAIP: { description: "the password of a managed account was taken, and is to be verified", source: "domain 5" },
  MAVF: { description: "somebody asked whether passwords of managed accounts open them", source: "domain 5" },
  VRCH: { description: "a run over managed accounts was paused, resumed or stopped", source: "domain 5" },
  VRPR: { description: "somebody wanted to know how far a run over managed accounts has come", source: "domain 5" },
  VRDU: { description: "a run over managed accounts was to be started by itself", source: "domain 5" },
  MAEN: { description: "a managed account was enabled", source: "domain 5" },
  MGLS: { description: "managed systems, their policies or accounts were listed or shown", source: "domain 5" },
  TGTC: { description: "a target system was defined", source: "section 4" },
  GRPP: { description: "the authorization phases of a group were changed", source: "section 4" },
  TGTU: { description: "a target system was changed", source: "section 4" },
  TGTD: { description: "a target system was removed", source: "section 4" },
  TGAC: { description: "an attribute definition was added to a target system", source: "section 4" },
  TGAU: { description: "an attribute definition of a target system was changed", source: "section 4" },
  TGAD: { description: "an attribute definition of a target system was removed", source: "section 4" },
  TGCC: { description: "a credential was added to a target system", source: "section 4" },
  TGCU: { description: "a credential of a target system was changed", source: "section 4" },
  TGCD: { description: "a credential of a target system was removed", source: "section 4" },
  USAD: { description: "a user was added", source: "domain 8" },
  USUP: { description: "a user was changed", source: "domain 8" },
  USIM: { description: "users were taken from a file", source: "domain 8" },
  USLK: { description: "a link was issued by which a user chooses a password", source: "domain 8" },
  USPW: { description: "a user chose a password by a link, or was refused", source: "domain 8" },
  GOWA: { description: "somebody was made an owner of a group by hand", source: "domain 2" },
  GOWR: { description: "a group was taken from an owner by hand", source: "domain 2" },
  PWCK: { description: "a step of asking a target about a password failed", source: "section 5" },
  USQA: { description: "a question was added to a user", source: "section 4" },
  USQD: { description: "a credential of a user was removed", source: "section 4" },
  UCAD: { description: "a user class was added", source: "domain 7" },
  UCUP: { description: "a user class was changed", source: "domain 7" },
  UCRM: { description: "a user class was removed", source: "domain 7" },
  UCMA: { description: "somebody was made a member of a user class by hand", source: "domain 7" },
  UCMR: { description: "somebody was taken out of a user class by hand", source: "domain 7" },
  UCKM: { description: "the members of a user class were brought up to its condition", source: "domain 7" },
  UCTR: { description: "a trial of a user class's condition was refused", source: "domain 7" },
  UCLS: { description: "user classes were listed or shown", source: "domain 7" },
  WHAD: { description: "a webhook was added", source: design },
  WHUP: { description: "a webhook was changed", source: design },
  WHRM: { description: "a webhook was removed", source: design },
  WHSR: { description: "a webhook was given a new secret", source: design },
  WHRD: { description: "deliveries of a webhook were ordered again", source: design },
  WHLS: { description: "the webhooks were listed", source: design },
  WHDL: { description: "the deliveries of a webhook were listed", source: design },
  WHDX: { description: "a webhook was disabled, because it failed for too long", source: design },
  WHST: { description: "a step of a webhook failed", source: design },
  READ: { description: "somebody was refused to read", source: "section 5" },
  INST: { description: "an installation was set up", source: "operation" },
  SUPR: { description: "a superuser was created", source: "operation" },
  SMPL: { description: "the sample organisation was loaded", source: "operation" },
  SMPN: { description: "the sample chose a person", source: "operation" },
  SMPP: { description: "the people of the sample were listed", source: "operation" },
  SMPW: { description: "the passwords of the sample were set anew", source: "operation" },
  CALL: { description: "a refused call of which no more could be told", source: "operation", namesOperation: true },
} as const satisfies Record<string, AuditOperation>;

type OwnCode = keyof typeof own;
type Definitions = typeof operationCodes;
type Results = {
  readonly [C in keyof Definitions]:
    | (Definitions[C] extends { readonly audit: infer A extends string } ? A : C)
    | (Definitions[C] extends { readonly auditFailed: infer F extends string } ? F : never);
};

/** The code of an operation in the audit. */
export type AuditCode = OwnCode | Results[keyof Results];

const results = Object.entries<OperationDefinition>(operationCodes).flatMap(([code, { title, ...definition }]) => {
  const { audit = code, auditFailed = audit } = definition;
  const row = { description: `result of: ${title}`, source: requests };
  return [audit, auditFailed].map((name) => [name, row] as const);
});

/** Every operation that the audit may name: those above, and the results of the operations of requests. */
export const auditOperations: Readonly<Record<string, AuditOperation>> = { ...Object.fromEntries(results), ...own };

/** Tells whether a text is the code of an operation in the audit. */
export function isAuditCode(code: string): code is AuditCode {
  return Object.hasOwn(auditOperations, code);
}
