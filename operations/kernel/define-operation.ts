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
  /** True where the policy is a rule on rows: which rows are visible stands in `context.visible`; none at all is a refusal. */
  readonly rows?: boolean;
  /** True where such a rule decides how much is told and not whether: no visible row is no refusal then. */
  readonly mayShowNone?: boolean;
  /**
   * Loads what the policy sees as `resource`. It may be called with input that is not yet valid, to tell a caller without
   * the right from one with a slip; what it throws then counts as an empty resource.
   */
  facts?(context: CallContext, input: Input): Promise<Readonly<Record<string, unknown>>>;
}

/** What an operation on one row is told to say on which rows it can be taken. */
export interface Offering {
  /** The rows that its own policy allows, of the resource that this one reads. */
  readonly policy: Expression;
  readonly userKey: string;
  readonly now: number;
}

/** What the audit says of a call. */
export interface AuditRule<Input, Output> {
  /** The operation's code in `sesslog_full`. */
  readonly operation: AuditCode | ((input: Input, output: Output | undefined, caller: Caller) => AuditCode);
  /** More of the row; `output` is absent on a refusal. */
  describe?(input: Input, output?: Output): Partial<AuditRow>;
  /** Places of the operations of a request that the call is about; null = all of them. */
  places?(input: Input, output?: Output): readonly number[] | null;
  /** A name that a stranger has typed: of a refused call it is the audit's `ident`, as words only where there is one like it. */
  named?(input: Input): StrangerName;
  /** True of a stranger's call that was carried out and has ended nothing: it is counted like a refused one. */
  isIdle?(output: Output): boolean;
  /** `always` (default), `refusalOnly` for reads, `never` for steps whose work is audited row by row. */
  readonly when?: "always" | "refusalOnly" | "never";
}

/** When a call needs a proof from the last minutes that its user is who they are. */
export type ProofRule<Input> = "fresh" | ((context: CallContext, input: Input) => Promise<boolean> | boolean);

/** One operation as it is written down. */
export interface DeclaredOperation<Input, Output, Prepared> {
  /** Capability and verb: `requests.submit`. */
  readonly name: string;
  /**
   * Given where work goes on after the answer: its name in the table of constraints of operation identifiers. The call gets an
   * identifier, so that later steps can ask whether the token was valid when the operation was requested (specification 5.7).
   */
  readonly operationType?: string;
  /** The shape of the input; unknown fields are refused by it. Left out where there is nothing to say. */
  readonly input?: z.ZodType<Input>;
  /** Who may call at all; a user's call needs at least one policy. */
  readonly callers: readonly CallerKind[];
  /** Policies of a user's call, parents before children; left out where no user may call. */
  readonly policies?: readonly PolicyCheck<NoInfer<Input>>[];
  /** Further policies that depend on what is asked for, checked after `policies`, again parents before children. */
  policiesOf?(input: Input): readonly PolicyCheck<Input>[];
  readonly audit: AuditRule<NoInfer<Input>, Output>;
  /** The scope that a user's access token needs: `api` when not given, null = any. */
  readonly scope?: Scope | null;
  /**
   * `fresh` where it changes how people are known or who acts for them: a user's call then needs a proof of who they are that is no older
   * than PROOF_MINUTES. A function says it of a call.
   */
  readonly proof?: ProofRule<NoInfer<Input>>;
  /** `read` runs without a transaction and cannot write. */
  readonly kind?: "read" | "write";
  /**
   * The rows of its set on which a user can take it now, for what advertises it; without it those that its policies allow. What a
   * database cannot answer is left to the call.
   */
  offered?(offering: Offering): Expression;
  /** What takes long or leaves the process: hashing, plug-ins. Runs before the transaction. */
  prepare?(context: CallContext, input: Input): Promise<Prepared>;
  /** The work, inside one transaction together with its audit row. */
  run(context: CallContext, input: Input, prepared: Prepared): Promise<Output>;
  /** What this process takes in after the commit and before the caller is answered; it never throws. */
  settle?(context: CallContext): Promise<void>;
}

/** One operation as data: whatever can be asked of the service, by whatever door. */
export interface Operation<Input = unknown, Output = unknown, Prepared = unknown> extends DeclaredOperation<
  Input,
  Output,
  Prepared
> {
  readonly input: z.ZodType<Input>;
  readonly policies: readonly PolicyCheck<Input>[];
}

const noInput = z.strictObject({});

/** Declares an operation; a user's operation without a policy fails at once, so it cannot be shipped. */
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
