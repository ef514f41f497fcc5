import { isOperationCode, operationCodes } from "#domain/requests/operation-codes.ts";

import { optionValue } from "../../abilities/option-value.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { RequestedOperation } from "../../kernel/inputs/operation-input.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { pluginServices } from "../../plug-ins/engine/plugin-services.ts";

/**
 * Returns the operations with new IDs in the case set by the program `newIdCaseSetProgram` of their target system; without a program IDs
 * stay as written. It calls plug-ins and belongs before the transaction.
 * @throws PLUGIN_UNUSABLE
 */
export async function withNewIdCase<T extends RequestedOperation>(
  context: CallContext,
  operations: readonly T[],
  recipientKey: string | null,
): Promise<readonly T[]> {
  const set: T[] = [];
  for (const operation of operations) {
    const creates = createdType(operation) !== null;
    const program = creates ? await programOf(context, operation.targetSystemKey ?? "") : undefined;
    set.push(program === undefined ? operation : await withCase(context, { operation, program, recipientKey }));
  }
  return set;
}

function createdType({ code }: RequestedOperation): "account" | "group" | null {
  return isOperationCode(code) ? operationCodes[code].creates : null;
}

async function programOf(context: CallContext, targetSystemId: string): Promise<string | undefined> {
  const name = await optionValue(context, targetSystemId, "newIdCaseSetProgram");
  return typeof name === "string" ? name : undefined;
}

interface Call<T> {
  readonly operation: T;
  readonly program: string;
  readonly recipientKey: string | null;
}

async function withCase<T extends RequestedOperation>(context: CallContext, call: Call<T>): Promise<T> {
  const { operation, program, recipientKey } = call;
  const { plugins, store } = context;
  const given = operation.attributes?.[nameAttribute]?.[0];
  // An account without a name gets the ID of its recipient, as it would without a program.
  const recipient = given === undefined && recipientKey !== null ? await store.get("users", recipientKey) : undefined;
  const id = given === undefined ? recipient?.id : String(given);
  const type = createdType(operation);
  const { targetSystemKey } = operation;
  if (id === undefined || type === null || !targetSystemKey) return operation;
  const request = { id, type, targetSystemKey };
  const services = pluginServices(context);
  const patch = await plugins.ask({ kind: "newIdCase", name: program, request, services });
  return { ...operation, attributes: { ...operation.attributes, [nameAttribute]: [patch.id] } };
}
