import { ServiceError } from "#domain/errors.ts";
import { reached } from "#platform/reached.ts";
import { withModule, withOperation } from "#store/module-scope.ts";

import { AnsweredBefore, answerBefore } from "./answer-before.ts";
import { auditRefusal, createCallAudit } from "./audit-call.ts";
import type { CallContext, Caller, ServiceContext } from "./context.ts";
import type { Operation } from "./define-operation.ts";
import { checkInput } from "./input-invalid.ts";
import { type CallResult, measureCall, resultOfError } from "./measure-call.ts";
import { requireValidToken } from "./operation-identifiers.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { type Authorizing, checkPolicy } from "./require-policy.ts";
import type { SeenRow } from "./seen-row.ts";

/**
 * Runs an operation for a caller: policies, input, then one transaction of rows, audit and outbox. This is the only way to run one: REST,
 * SOAP, the library, the CLI and the engine all use it, and none checks policies itself.
 * @throws FORBIDDEN, INPUT_INVALID and any refusal of the operation itself
 */
export function invoke<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  service: ServiceContext,
  caller: Caller,
  input: unknown,
): Promise<Output> {
  const context: Authorizing = {
    ...service,
    // One call asks all its policies of one set, even while another one is loaded.
    policies: service.policies.current(),
    caller,
    visible: new Map(),
    operationId: operation.operationType === undefined ? null : service.ids.guid(),
    startedAt: service.clock.now(),
  };
  // A read writes no row that holds a module.
  if (operation.kind === "read") return attempted(operation, context, input);
  return withOperation(operation.name, caller.module, () => attempted(operation, context, input));
}

async function attempted<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: Authorizing,
  input: unknown,
): Promise<Output> {
  const parsed = checkInput(operation.input, input);
  const beganMs = performance.now();
  try {
    await authorize(operation, context, parsed.success ? parsed.data : (input as Input), parsed.success);
    if (!parsed.success) throw parsed.refusal();
    if (await needsProof(operation, context, parsed.data)) await requireFreshProof(context);
    const { before } = context;
    if (before !== undefined && operation.kind !== "read")
      return await answerBefore(operation, context, { input: parsed.data, rows: before });
    const { output, result } = await perform(operation, context, parsed.data);
    measureCall(operation, context, { result, beganMs });
    context.nudge();
    if (operation.settle !== undefined) await operation.settle(context);
    return output;
  } catch (error) {
    if (error instanceof AnsweredBefore) throw error;
    measureCall(operation, context, { result: resultOfError(error), beganMs });
    const refused = parsed.success ? parsed.data : input;
    const audit = () =>
      withModule(context.caller.module, () => auditRefusal(operation, context, { input: refused, error }));
    if (context.together) context.together.refused(error, audit);
    else await audit();
    throw error;
  }
}

async function authorize<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: Authorizing,
  input: Input,
  valid: boolean,
): Promise<void> {
  const { caller } = context;
  if (!operation.callers.includes(caller.kind)) {
    throw new ServiceError("FORBIDDEN", { detail: `${operation.name} may not be called by ${caller.kind}` });
  }
  // The operation itself names proxies and the engine as callers; a stranger's permission is decided inside it (sign-in).
  if (caller.kind !== "user") return;
  requireScope(operation.scope, caller);
  const further = valid ? (operation.policiesOf?.(input) ?? []) : [];
  if (valid && operation.policies.length + further.length === 0) {
    throw new ServiceError("FORBIDDEN", { detail: `${operation.name}: no policy was named` });
  }
  for (const policy of [...operation.policies, ...further]) {
    // A policy without facts is decided synchronously.
    const checked = checkPolicy(policy, context, { input, valid });
    if (checked !== undefined) await checked;
  }
}

/**
 * Reports whether a call needs a recent proof of identity. Engine, proxies and strangers cannot give one; the operation names them as
 * callers.
 */
function needsProof<Input>(
  { proof }: Pick<Operation<Input>, "proof">,
  context: CallContext,
  input: Input,
): Promise<boolean> | boolean {
  if (proof === undefined || context.caller.kind !== "user") return false;
  return proof === "fresh" || proof(context, input);
}

function requireScope(scope: string | null = "api", caller: Caller): void {
  if (scope === null || caller.scope === undefined || caller.scope.split(" ").includes(scope)) return;
  throw new ServiceError("SCOPE_INSUFFICIENT", { target: scope });
}

async function perform<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  input: Input,
): Promise<{ readonly output: Output; readonly result: CallResult }> {
  // A call of a group asks even if there is nothing to prepare: it may be here only for that.
  const mustAsk = operation.prepare !== undefined || context.together !== undefined;
  const prepared = (mustAsk ? await prepare(operation, context, input) : undefined) as Prepared;
  if (operation.kind === "read") return { output: await operation.run(context, input, prepared), result: "ok" };
  const audit = createCallAudit(operation, context, input);
  try {
    const output = await context.store.transaction(async () => {
      await context.precondition?.(context);
      await identify(operation.operationType, context);
      const made = await operation.run(context, input, prepared);
      await context.tables.tellOfAccess(context, operation.name);
      if ((operation.audit.when ?? "always") === "always") await audit.done(made);
      reached(operation.name, "written");
      return made;
    });
    reached(operation.name, "committed");
    if (context.operationId !== null) context.accepted?.(context.operationId);
    return { output, result: audit.isRefusal() ? "refused" : "ok" };
  } catch (error) {
    audit.undone();
    throw error;
  }
}

async function prepare<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  input: Input,
): Promise<Prepared> {
  const seen: SeenRow[] = [];
  const make = async () => ({ prepared: (await operation.prepare?.({ ...context, seen }, input)) as Prepared, seen });
  const made = await (context.together?.prepared(operation.name, make) ?? make());
  context.seen?.push(...made.seen);
  return made.prepared;
}

async function identify(operationType: string | undefined, context: CallContext): Promise<void> {
  const { store, clock, caller, operationId } = context;
  if (operationType === undefined || operationId === null) return;
  await requireValidToken(context, operationType);
  await store.add("operationIdentifiers", {
    operationId,
    operationType,
    sub: caller.key ?? caller.id,
    jti: caller.jti ?? null,
    acceptedAt: clock.now(),
  });
}
