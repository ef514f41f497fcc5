import type { DefinitionProblem } from "#connectors/contract/index.ts";

/** Reasons why a proxy could not load a connector, each with a sentence that may be shown to everyone. */
export const connectorProblems = {
  notLoadable: "The module cannot be imported.",
  noConnector: "The module has no default export made by defineConnector.",
  otherSdk: "It is made for another version of the contract.",
  invalidDefinition: "Its definition is not valid.",
  invalidAddressSchema: "The JSON Schema of its address cannot be taken.",
  duplicateId: "Another connector of the proxy has the same id.",
} as const satisfies Record<DefinitionProblem | "notLoadable" | "duplicateId" | "invalidAddressSchema", string>;

/** One reason of the closed list. */
export type ConnectorProblem = keyof typeof connectorProblems;

/** Names of the reasons, for checks and documents. */
export const connectorProblemNames = Object.keys(connectorProblems) as ConnectorProblem[];

/** A connector that a proxy was given and could not load. */
export interface FailedConnector {
  /** Name as in the proxy's list, without its folder. */
  readonly name: string;
  readonly problem: ConnectorProblem;
  /** Failure in words, without any path of the proxy's machine. */
  readonly message: string;
}
