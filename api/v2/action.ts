import type { Operation } from "#operations/kernel/define-operation.ts";

import { type ActionVerb, verb, type WriteTerms } from "../odata/entity-set.ts";
import { type Members, structure } from "./entity-type-of.ts";

interface ActionTerms extends WriteTerms, Pick<ActionVerb, "result"> {
  readonly parameters?: Members;
}

/** Makes an action from its operation, its parameters and its result. */
export function action<Input, Output extends object, Prepared>(
  operation: Operation<Input, Output, Prepared>,
  { parameters = {}, ...terms }: ActionTerms,
): ActionVerb {
  const { name, policies, offered } = operation;
  const advertised = {
    policies: policies.filter(({ ofInput }) => ofInput !== true).map((policy) => policy.name),
    ...(offered && { offered }),
  };
  return { ...verb(operation), ...terms, advertised, parameters: structure(name, parameters) };
}
