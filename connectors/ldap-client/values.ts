import type { Attributes, Scalar } from "#connectors/contract/index.ts";

// Passwords, their hashes and their history; never read, and never written as plain attributes.
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

/** Returns true if an attribute holds a password, its hash or earlier ones. */
export function isSecretAttribute(name: string): boolean {
  const [base = ""] = name.toLowerCase().split(";");
  return secretAttributes.has(base);
}

/** Converts a value into the form that the directory accepts. */
export function toWire(value: Scalar): string | Buffer {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (value instanceof Uint8Array) return Buffer.from(value);
  return String(value);
}

/** Converts values for an `Attribute` of the library: all text, or all bytes. */
export function toWireList(values: readonly Scalar[]): string[] | Buffer[] {
  const wire = values.map(toWire);
  if (wire.every((value) => typeof value === "string")) return wire;
  return wire.map((value) => (typeof value === "string" ? Buffer.from(value, "utf8") : value));
}

/** Returns the values of an attribute of a found entry as a list; the library returns a single value without a list. */
export function fromWire(values: Buffer | Buffer[] | string[] | string | undefined): (string | Uint8Array)[] {
  if (values === undefined) return [];
  return Array.isArray(values) ? values : [values];
}

/** Converts values to text; bytes become base64. */
export function toTexts(values: (string | Uint8Array)[]): string[] {
  if (values.every((value) => typeof value === "string")) return values;
  return values.map((value) => (typeof value === "string" ? value : Buffer.from(value).toString("base64")));
}

/** Returns the text values of an attribute of a found entry; its name is case-insensitive. */
export function textsOf(
  entry: Readonly<Record<string, Buffer | Buffer[] | string[] | string>>,
  attribute: string,
): string[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((candidate) => candidate.toLowerCase() === wanted);
  return name === undefined ? [] : toTexts(fromWire(entry[name]));
}

/** Finds the name under which an attribute is present, case-insensitive. */
export function findAttribute(attributes: Attributes, name: string): string | undefined {
  return Object.keys(attributes).find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}
