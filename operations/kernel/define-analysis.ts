import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";

import type { AnalysisKind, AnalysisKindDefinition } from "./analysis-kind.ts";
import type { CallContext } from "./context.ts";
import { checkedInput } from "./input-invalid.ts";

/** Returns the refusal of an input that does not fit its kind: the document of the call has the fields of all kinds. */
function ofKind({ message, target, details = [] }: ServiceError): ServiceError {
  const code = "ANALYSIS_INVALID";
  return new ServiceError(code, {
    message,
    ...(target !== undefined && { target }),
    details: details.map((detail) => ({ ...detail, code })),
  });
}

/** Makes a kind of analyses from its definition. */
export function defineAnalysis<Input>({
  input: schema,
  ...definition
}: AnalysisKindDefinition<Input, CallContext>): AnalysisKind<CallContext> {
  const named = z.strictObject({ input: schema });
  const read = (input: unknown): Input => {
    try {
      return checkedInput(named, { input }).input;
    } catch (error) {
      throw error instanceof ServiceError ? ofKind(error) : error;
    }
  };
  return {
    check: async (context, input) => definition.check(context, read(input)),
    page: async (context, work) => definition.page(context, { ...work, input: read(work.input) }),
  };
}
