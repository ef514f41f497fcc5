import { z } from "zod";

import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { Scope } from "#domain/identity/token-grants.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import type { AuditRow } from "#store/audit/audit.ts";

import type { CallContext, Caller, CallerKind } from "./context.ts";
import { operationTypes } from "./operation-types.ts";
import type { StrangerName } from "./stranger-name.ts";

/** One policy that must allow a call. */
export interface PolicyCheck<Input> {
  /** Name by the rule of domain/policy-name. */
  readonly name: string;
  /** True if the policy is a rule on rows: `context.visible` holds the condition on visible rows; none at all is a refusal. */
  readonly rows?: boolean;
  /** True if such a rule limits the answer but not the call: no visible row is no refusal then. */
  readonly mayShowNone?: boolean;
  /**
   * Loads the policy's `resource`. It may be called with input that is not yet valid, to tell a caller without permission from one with a
   * typo; an error then counts as an empty resource.
   */
  facts?(context: CallContext, input: Input): Promise<Readonly<Record<string, unknown>>>;
  /** True if only the input of a call has its facts: rows offer the action without it, and the call may still be refused. */
  readonly ofInput?: true;
}

/** Facts for an operation on one row that states the rows on which it can be called. */
export interface Offering {
  /** Rows that its own policy allows, of the resource that this one reads. */
  readonly policy: Expression;
  readonly userKey: string;
  readonly now: number;
}

/** Rules for the audit of a call. */
export interface AuditRule<Input, Output> {
  /** Code of the operation in `sesslog_full`. */
  readonly operation: AuditCode | ((input: Input, output: Output | undefined, caller: Caller) => AuditCode);
  /** Returns further columns of the row; `output` is undefined after a refusal. */
  describe?(input: Input, output?: Output): Partial<AuditRow>;
  /** Returns the places of the request's operations that the call is about; null for all of them. */
  places?(input: Input, output?: Output): readonly number[] | null;
  /** Returns a name typed by a stranger. For a refused call it is the audit's `ident`, in plain text only if a similar name exists. */
  named?(input: Input): StrangerName;
  /** Reports whether a stranger's successful call changed nothing: it is then counted like a refused one. */
  isIdle?(output: Output): boolean;
  /** Occasion of the row: `always` (default), `refusalOnly` for reads, `never` for steps whose work is audited row by row. */
  readonly when?: "always" | "refusalOnly" | "never";
}

/** Rule that decides whether a call needs a recent proof of the user's identity. */
export type ProofRule<Input> = "fresh" | ((context: CallContext, input: Input) => Promise<boolean> | boolean);

/** One operation as it is declared. */
export interface DeclaredOperation<Input, Output, Prepared> {
  /** Capability and verb: `requests.submit`. */
  readonly name: string;
  /**
   * Name in the table of constraints of operation identifiers; set if work continues after the answer. The call gets an identifier, so that
   * later steps can check that the token was valid when the operation was requested (specification 5.7).
   */
  readonly operationType?: string;
  /** Schema of the input, which refuses unknown fields. Left out if there is no input. */
  readonly input?: z.ZodType<Input>;
  /** Kinds of callers that may call; a user's call needs at least one policy. */
  readonly callers: readonly CallerKind[];
  /** Policies of a user's call, parents before children; left out if no user may call. */
  readonly policies?: readonly PolicyCheck<NoInfer<Input>>[];
  /** Returns further policies that depend on the input, checked after `policies`, again parents before children. */
  policiesOf?(input: Input): readonly PolicyCheck<Input>[];
  readonly audit: AuditRule<NoInfer<Input>, Output>;
  /** Scope that a user's access token needs: `api` by default, null for any. */
  readonly scope?: Scope | null;
  /**
   * `fresh` if it changes how users sign in or who acts for them: a user's call then needs a proof of identity that is no older than
   * PROOF_MINUTES. A function decides for each call.
   */
  readonly proof?: ProofRule<NoInfer<Input>>;
  /** Kind; `read` runs without a transaction and cannot write. */
  readonly kind?: "read" | "write";
  /**
   * Returns the condition on the rows of its set on which a user can call it now, for advertising it; without it, the rows that its
   * policies allow. Conditions that a database cannot evaluate are left to the call.
   */
  offered?(offering: Offering): Expression;
  /** Performs slow or external work: hashing, plug-ins. Runs before the transaction. */
  prepare?(context: CallContext, input: Input): Promise<Prepared>;
  /** Performs the work, inside one transaction together with its audit row. */
  run(context: CallContext, input: Input, prepared: Prepared): Promise<Output>;
  /** Refreshes caches of this process after the commit and before the answer; it never throws. */
  settle?(context: CallContext): Promise<void>;
}

/** One operation as data: everything that can be called, by any interface. */
export interface Operation<Input = unknown, Output = unknown, Prepared = unknown> extends DeclaredOperation<
  Input,
  Output,
  Prepared
> {
  readonly input: z.ZodType<Input>;
  readonly policies: readonly PolicyCheck<Input>[];
}

const noInput = z.strictObject({});

/** Declares an operation. A user's operation without a policy throws at once, so it cannot be shipped. */
export function defineOperation<Input = Record<string, never>, Output = unknown, Prepared = undefined>(
  declared: DeclaredOperation<Input, Output, Prepared>,
): Operation<Input, Output, Prepared> {
  const operation = { input: noInput as z.ZodType as z.ZodType<Input>, policies: [], ...declared };
  const { name, operationType, callers, policies, policiesOf } = operation;
  if (operationType !== undefined && !Object.hasOwn(operationTypes, operationType)) {
    throw new TypeError(`the operation type ${operationType} is not in the table of constraints`);
  }
  if (callers.includes("user") && policies.length === 0 && !policiesOf) {
    throw new TypeError(`the operation ${name} may be called by users and names no policy`);
  }
  return operation;
}
