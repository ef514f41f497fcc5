import { helpDeskClass } from "#domain/identity/user-classes.ts";
import { policyOf } from "#domain/policy-name.ts";

import {
  sampleApprover,
  sampleAuditor,
  sampleBorrower,
  sampleEmployee,
  sampleHelper,
  sampleManager,
  sampleProxyOperator,
  sampleSecurityOfficers,
} from "./people.ts";
import { passwordBorrowersClass } from "./targets.ts";

/** A user class of the sample, besides those of every installation. */
export interface SampleClass {
  readonly id: string;
  readonly description: string;
}

/** A role that a newcomer can try. */
export interface SampleRole {
  /** Task of the role, in words. */
  readonly does: string;
  /** User ID of its holder. */
  readonly id: string;
  /** User class that grants the role; null if everyone has it. */
  readonly classId: string | null;
  /** Names of the policies that give the class more than the defaults. */
  readonly policies: readonly string[];
  readonly expression: string | null;
}

const auditorsClass = "AUDITORS";
const proxyOperatorsClass = "PROXY_OPERATORS";

/** User classes of the sample that its roles need. */
export const sampleRoleClasses: readonly SampleClass[] = [
  { id: auditorsClass, description: "Auditors of the sample organisation" },
  { id: proxyOperatorsClass, description: "Operators of proxies of the sample organisation" },
  { id: passwordBorrowersClass, description: "Those who borrow passwords of the sample organisation" },
];

const alsoFor = (userClass: string) => `IsSuperuser() || '${userClass}' in principal.classes`;
const readsOf = (set: Parameters<typeof policyOf.list>[0]) => [policyOf.list(set), policyOf.get(set)];

const plain = { classId: null, policies: [], expression: null } as const;

/** Roles that a newcomer can try, one after the other. */
export const sampleRoles: readonly SampleRole[] = [
  { does: "asks for access", id: sampleEmployee().id, ...plain },
  { does: "manages who asks", id: sampleManager().id, ...plain },
  { does: "decides first", id: sampleApprover().id, ...plain },
  { does: "decides second", id: sampleSecurityOfficers()[0]?.id ?? "", ...plain },
  {
    does: "helps on the telephone",
    id: sampleHelper().id,
    classId: helpDeskClass,
    policies: [policyOf.action("users/resetPasswords")],
    expression: `IsSuperuser() || resource.key == principal.key || ('${helpDeskClass}' in principal.classes && !resource.superuser)`,
  },
  {
    does: "audits",
    id: sampleAuditor().id,
    classId: auditorsClass,
    policies: [
      ...readsOf("sessionLogs"),
      policyOf.list("sessionLogs/data"),
      ...readsOf("sessionLogData"),
      ...readsOf("sessionLogAnalytics"),
      policyOf.get("sessionLogs/summary"),
      policyOf.action("sessionLogData/verify"),
    ],
    expression: alsoFor(auditorsClass),
  },
  {
    does: "runs the proxies",
    id: sampleProxyOperator().id,
    classId: proxyOperatorsClass,
    policies: [
      ...readsOf("proxyServers"),
      policyOf.get("proxyServers/status"),
      policyOf.create("proxyServers"),
      policyOf.update("proxyServers"),
      policyOf.remove("proxyServers"),
      policyOf.action("proxyServers/invite"),
      policyOf.action("proxyServers/revoke"),
    ],
    expression: alsoFor(proxyOperatorsClass),
  },
  { does: "borrows a password", id: sampleBorrower().id, ...plain, classId: passwordBorrowersClass },
];
