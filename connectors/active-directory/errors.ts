import { type ConnectorCode, ConnectorError } from "#connectors/contract/index.ts";
import { mapLdapError, resultCodeOf } from "#connectors/ldap-client/errors.ts";

const invalidCredentials = 49;

// The Windows error code at the beginning of a controller's message is more precise than the result code: several password rules
// share one result code. Source: MS-ERREF 2.2.
const byExtendedCode: Readonly<Record<string, ConnectorCode>> = {
  "00000005": "permission",
  "00000056": "currentPassword",
  "00000523": "invalidValue",
  "00000524": "alreadyExists",
  "00000525": "notFound",
  "00000526": "alreadyExists",
  "0000052D": "strength",
  "00000775": "policy",
  // The name belongs to another domain; the answer names its controllers.
  "0000202B": "config",
  "00002030": "notFound",
  "00002071": "alreadyExists",
  "00002098": "permission",
  "0000208D": "notFound",
  "000021C7": "alreadyExists",
  "000021C8": "alreadyExists",
};

const minimumAge = /too young/i;
const takenValue = /already in use/i;

/** Returns the Windows error code of a refusal: eight digits, or the sub-code of a refused login (52e, 533, 773 …). */
export function extendedCodeOf(error: unknown): string | undefined {
  if (resultCodeOf(error) === undefined || !(error instanceof Error)) return undefined;
  const login = resultCodeOf(error) === invalidCredentials ? /, data ([0-9a-f]+)/i.exec(error.message) : null;
  return login?.[1]?.toLowerCase() ?? /^([0-9a-f]{8}):/i.exec(error.message)?.[1]?.toUpperCase();
}

/** Maps an error of the client library to the closed list, by the extended code if it is more precise. */
export function mapDomainError(error: unknown): ConnectorError | undefined {
  const mapped = mapLdapError(error);
  const extended = extendedCodeOf(error);
  if (mapped === undefined || extended === undefined) return mapped;
  return new ConnectorError(codeOf(extended, mapped), mapped.message.trim(), {
    targetCode: extended,
    detail: { resultCode: resultCodeOf(error) ?? 0 },
    cause: error,
  });
}

function codeOf(extended: string, { code, message }: ConnectorError): ConnectorCode {
  // The minimum age of a password has the code of its strength; only the message tells them apart.
  if (extended === "0000052D" && minimumAge.test(message)) return "policy";
  if (takenValue.test(message)) return "alreadyExists";
  return byExtendedCode[extended] ?? code;
}
