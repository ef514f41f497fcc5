import type { z } from "zod";

import { type AuditCode, auditOperations } from "#domain/audit-operations.ts";
import { ServiceError, type ErrorDetail } from "#domain/errors.ts";
import type { Predicate } from "#domain/predicate.ts";
import type { AuditRow } from "#store/audit.ts";
import { withModule } from "#store/module-scope.ts";

import type { CallContext, Caller, ServiceContext } from "./context.ts";
import type { Operation, PolicyCheck } from "./define-operation.ts";
import { requireValidToken } from "./operation-identifiers.ts";
import { principalOf } from "./principal.ts";

/**
 * Runs an operation for a caller: policies, input, then one transaction of rows, audit and outbox. The only way to run
 * one; REST, SOAP, the library, the CLI and the engine all come through here, and none checks policies itself.
 * @throws FORBIDDEN, INPUT_INVALID and whatever the operation itself refuses
 */
export async function invoke<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  service: ServiceContext,
  caller: Caller,
  input: unknown,
): Promise<Output> {
  const visible = new Map<string, Predicate>();
  const context: CallContext = {
    ...service,
    // One call asks all its policies of one set, also while another one is loaded.
    policies: service.policies.current(),
    caller,
    visible,
    operationId: operation.identified ? service.ids.guid() : null,
    startedAt: service.clock.now(),
  };
  return withModule(caller.module, async () => {
    const parsed = operation.input.safeParse(input);
    try {
      await authorize(
        operation,
        { ...context, visible },
        parsed.success ? parsed.data : (input as Input),
        parsed.success,
      );
      if (!parsed.success) throw inputInvalid(parsed.error);
      const output = await perform(operation, context, parsed.data);
      service.nudge();
      await operation.settle?.(context);
      return output;
    } catch (error) {
      await auditRefusal(operation, context, (parsed.success ? parsed.data : input) as Input, error);
      throw error;
    }
  });
}

async function authorize<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext & { visible: Map<string, Predicate> },
  input: Input,
  valid: boolean,
): Promise<void> {
  const { caller } = context;
  if (!operation.callers.includes(caller.kind)) {
    throw new ServiceError("FORBIDDEN", { detail: `${operation.name} may not be called by ${caller.kind}` });
  }
  // A proxy's and the engine's right is to be named by the operation; a stranger's is decided inside it (signing in).
  if (caller.kind !== "user") return;
  const { scope = "api" } = operation;
  if (scope !== null && caller.scope !== undefined && !caller.scope.split(" ").includes(scope)) {
    throw new ServiceError("SCOPE_INSUFFICIENT", { target: scope });
  }
  const further = valid ? (operation.policiesOf?.(input) ?? []) : [];
  if (valid && operation.policies.length + further.length === 0) {
    throw new ServiceError("FORBIDDEN", { detail: `${operation.name}: no policy was named` });
  }
  for (const policy of [...operation.policies, ...further]) await checkPolicy(policy, context, { input, valid });
}

async function checkPolicy<Input>(
  policy: PolicyCheck<Input>,
  context: CallContext & { visible: Map<string, Predicate> },
  { input, valid }: { input: Input; valid: boolean },
): Promise<void> {
  const principal = await principalOf(context, policy.name);
  if (policy.rows) {
    const predicate = context.policies.rowPredicate(policy.name, principal);
    if (predicate.op === "false") {
      const reason = context.policies.fault(policy.name) ?? "the policy shows no row";
      throw new ServiceError("FORBIDDEN", { target: policy.name, detail: `${policy.name}: ${reason}` });
    }
    context.visible.set(policy.name, predicate);
    return;
  }
  const facts = policy.facts?.(context, input) ?? Promise.resolve({});
  const resource = await (valid ? facts : facts.catch(() => ({})));
  const decision = context.policies.decide(policy.name, { principal, resource });
  if (!decision.allowed) {
    throw new ServiceError("FORBIDDEN", { target: policy.name, detail: `${policy.name}: ${decision.reason}` });
  }
}

async function perform<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  input: Input,
): Promise<Output> {
  const prepared = (await operation.prepare?.(context, input)) as Prepared;
  if (operation.kind === "read") return operation.run(context, input, prepared);
  return context.store.transaction(async () => {
    await context.precondition?.(context);
    await identify(operation.operationType, context);
    const output = await operation.run(context, input, prepared);
    if ((operation.audit.when ?? "always") === "always") {
      await context.store.audit(auditRow(operation, context, { input, output, result: "S" }));
    }
    return output;
  });
}

async function identify(operationType: string, context: CallContext): Promise<void> {
  const { store, clock, caller, operationId } = context;
  if (operationId === null) return;
  await requireValidToken(context, operationType);
  await store.save("operationIdentifiers", {
    operationId,
    operationType,
    sub: caller.key ?? caller.id,
    jti: caller.jti ?? null,
    acceptedAt: clock.now(),
  });
}

async function auditRefusal<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  context: CallContext,
  input: Input,
  error: unknown,
): Promise<void> {
  if (operation.audit.when === "never" && error instanceof ServiceError && error.kind !== "forbidden") return;
  const message = error instanceof ServiceError ? refusalText(error) : "INTERNAL";
  try {
    await context.store.transaction(() =>
      context.store.audit({ ...auditRow(operation, context, { input, result: "F" }), message }),
    );
  } catch (cause) {
    // The refusal itself must reach the caller even while the database is away; the log then holds what the audit cannot.
    context.log.error(
      { err: cause, operation: operation.name, requestId: context.caller.requestId, refused: message },
      "a refusal could not be audited",
    );
  }
}

/** Which policy refused and why is for the audit alone: the caller is told only that one did. */
function refusalText({ code, kind, message, detail }: ServiceError): string {
  return kind === "forbidden" && detail !== undefined ? `${code}: ${detail}` : `${code}: ${message}`;
}

function auditRow<Input, Output, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  { caller, clock, startedAt }: CallContext,
  call: { input: Input; output?: Output; result: "S" | "F" },
): AuditRow {
  const { operation: named } = operation.audit;
  const code =
    typeof named === "string"
      ? named
      : (attempt(() => named(call.input, call.output, caller)) ?? ("CALL" satisfies AuditCode));
  return {
    sessid: caller.sessid,
    actor: caller.key ?? caller.id,
    ip: caller.ip ?? null,
    requestId: caller.requestId,
    operation: code,
    result: call.result,
    durationMs: clock.now() - startedAt,
    ...(auditOperations[code]?.namesOperation ? { message: operation.name } : {}),
    ...attempt(() => operation.audit.describe?.(call.input, call.output)),
  };
}

/** A refused call's input may be of any shape, so what describes it may fail without hiding the refusal. */
function attempt<T>(describe: () => T): T | undefined {
  try {
    return describe();
  } catch {
    return undefined;
  }
}

function inputInvalid(error: z.ZodError): ServiceError {
  const details: ErrorDetail[] = error.issues.flatMap((issue): ErrorDetail[] => {
    const path = issue.path.join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        code: "FIELD_UNKNOWN" as const,
        target: path === "" ? key : `${path}.${key}`,
        message: `The field '${key}' is not known here. Leave it out, or correct its name.`,
      }));
    }
    return [{ code: "INPUT_INVALID" as const, target: path, message: issue.message }];
  });
  const first = details[0];
  return new ServiceError("INPUT_INVALID", {
    details,
    ...(first === undefined ? {} : { target: first.target, message: `${first.target}: ${first.message}` }),
  });
}
