import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";

import { networkError, type Stage } from "../network-error.ts";

/** Error numbers that this connector handles itself; the client library gives some of them wrong names. */
export const errorNumbers = {
  accessDenied: "1045",
  accessDeniedNoPassword: "1698",
  operationFailed: "1396",
  cannotRevokeRole: "1962",
  roleNotGranted: "3530",
  weakPassword: "1819",
  mustChangePassword: "1820",
  mustChangePasswordLogin: "1862",
  blocked: "4150",
  blockedMySql: "3955",
  disabled: "4151",
  disabledMySql: "3118",
} as const;

const codeByNumber: Readonly<Record<string, ConnectorCode>> = {
  1040: "busy",
  1044: "permission",
  1045: "permission",
  1049: "config",
  1053: "broken",
  1129: "busy",
  1130: "config",
  1133: "notFound",
  1142: "permission",
  1143: "permission",
  1203: "busy",
  1205: "busy",
  1213: "conflict",
  1226: "busy",
  1227: "permission",
  1267: "invalidValue",
  1290: "policy",
  1317: "broken",
  1370: "permission",
  1396: "policy",
  1406: "invalidValue",
  1410: "permission",
  1470: "invalidValue",
  1524: "notSupported",
  1698: "permission",
  1819: "strength",
  1820: "badCredentials",
  1836: "policy",
  1862: "badCredentials",
  1927: "broken",
  1959: "invalidValue",
  3118: "badCredentials",
  3159: "config",
  3523: "notFound",
  3955: "badCredentials",
  4150: "badCredentials",
  4151: "badCredentials",
};

/** Maps an error of the client library to the closed list, with the server's own words and number, never with the statement. */
export function mariaDbError(error: unknown, stage: Stage): ConnectorError {
  const { errno, sqlState, sqlMessage } = (error ?? {}) as { errno?: number; sqlState?: string; sqlMessage?: string };
  // Network errors have a number too, a negative one, and no SQL state.
  if (!(error instanceof Error) || errno === undefined || errno <= 0 || sqlState === undefined)
    return networkError(error, stage);
  const refused = stage === "connect" && (errno === 1045 || errno === 1698);
  const code = refused ? "badCredentials" : (codeByNumber[errno] ?? "internal");
  return new ConnectorError(code, sqlMessage ?? error.message, { targetCode: errno });
}

/** Returns true if an error carries one of these numbers of the server. */
export function hasNumber(error: unknown, ...numbers: readonly string[]): error is ConnectorError {
  return error instanceof ConnectorError && error.targetCode !== undefined && numbers.includes(error.targetCode);
}
