import { DatabaseError } from "pg";

import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import { networkError, type Stage } from "../network-error.ts";

/** SQLSTATEs that this connector handles itself. */
export const states = {
  invalidParameter: "22023",
  invalidPassword: "28P01",
  invalidAuthorization: "28000",
  insufficientPrivilege: "42501",
} as const;

// The longest matching prefix decides: the first two characters of a SQLSTATE are its class.
const codeByState: readonly (readonly [string, ConnectorCode])[] = [
  ["08", "broken"],
  ["0A", "notSupported"],
  ["22", "invalidValue"],
  ["2BP01", "policy"],
  ["25006", "policy"],
  ["28", "badCredentials"],
  ["3D000", "config"],
  ["40", "conflict"],
  ["42501", "permission"],
  ["42601", "internal"],
  ["42704", "notFound"],
  ["42710", "alreadyExists"],
  ["42939", "invalidValue"],
  ["42622", "invalidValue"],
  ["53", "busy"],
  ["55006", "policy"],
  ["55P03", "busy"],
  ["57P01", "broken"],
  ["57P02", "broken"],
  ["57P03", "unreachable"],
  ["57014", "broken"],
  ["0LP01", "policy"],
];

/** Maps an error of the client library to the closed list, with the server's own words and SQLSTATE, never with the statement. */
export function postgreSqlError(error: unknown, stage: Stage): ConnectorError {
  if (!(error instanceof DatabaseError) || error.code === undefined) return networkError(error, stage);
  const state = error.code;
  const words = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
  // Two concurrent changes of one role: the server has no SQLSTATE of its own for this.
  const code = error.message.startsWith("tuple concurrently") ? "conflict" : codeOf(state);
  return new ConnectorError(code, words, { targetCode: state });
}

/** Returns true if an error carries this SQLSTATE. */
export function hasState(error: unknown, state: string): error is ConnectorError {
  return error instanceof ConnectorError && error.targetCode === state;
}

function codeOf(state: string): ConnectorCode {
  const fitting = codeByState.filter(([prefix]) => state.startsWith(prefix));
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0]?.[1] ?? "internal";
}
