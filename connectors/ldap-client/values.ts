import type { Attributes, Scalar } from "#connectors/contract/index.ts";

// Passwords, their hashes and their history: never read, never written as plain attributes.
const secretAttributes = new Set(
  [
    "userPassword",
    "pwdHistory",
    "passwordHistory",
    "authPassword",
    "unicodePwd",
    "sambaNTPassword",
    "sambaLMPassword",
    "sambaPasswordHistory",
    "krbPrincipalKey",
    "ipaNTHash",
    "olcRootPW",
    "dBCSPwd",
    "ntPwdHistory",
    "lmPwdHistory",
    "supplementalCredentials",
    "msDS-ManagedPassword",
    "ms-Mcs-AdmPwd",
    "msLAPS-Password",
    "msLAPS-EncryptedPassword",
    "msLAPS-EncryptedPasswordHistory",
    "msFVE-RecoveryPassword",
  ].map((name) => name.toLowerCase()),
);

/** Whether an attribute holds a password, its hash or earlier ones. */
export function isSecretAttribute(name: string): boolean {
  const [base = ""] = name.toLowerCase().split(";");
  return secretAttributes.has(base);
}

/** A value as the directory takes it. */
export function toWire(value: Scalar): string | Buffer {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (value instanceof Uint8Array) return Buffer.from(value);
  return String(value);
}

/** Values as an `Attribute` of the library takes them: all text, or all bytes. */
export function toWireList(values: readonly Scalar[]): string[] | Buffer[] {
  const wire = values.map(toWire);
  if (wire.every((value) => typeof value === "string")) return wire;
  return wire.map((value) => (typeof value === "string" ? Buffer.from(value, "utf8") : value));
}

/** The values of an attribute of a found entry; the library writes one value without a list and none as an empty list. */
export function fromWire(values: Buffer | Buffer[] | string[] | string | undefined): (string | Uint8Array)[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}

/** Values as text; what is no text becomes base64. */
export function toTexts(values: (string | Uint8Array)[]): string[] {
  if (values.every((value) => typeof value === "string")) return values;
  return values.map((value) => (typeof value === "string" ? value : Buffer.from(value).toString("base64")));
}

/** The text values of an attribute of a found entry, whatever the case of its name. */
export function textsOf(
  entry: Readonly<Record<string, Buffer | Buffer[] | string[] | string>>,
  attribute: string,
): string[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((candidate) => candidate.toLowerCase() === wanted);
  return name === undefined ? [] : toTexts(fromWire(entry[name]));
}

/** The name under which an attribute is there, case aside. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  return Object.keys(attributes).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}
