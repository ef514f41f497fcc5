import type { SlapdLine, SlapdText } from "./slapd-text.ts";

/**
 * Password that a request of LDAP writes: its bytes, or what is known of it. `none`: the request does not touch it; `removed`: there is
 * none afterwards; `hashed`: only its hash is in the request; `unreadable`: there are several.
 */
export type PasswordWrite = Buffer | "none" | "removed" | "hashed" | "unreadable";

const passwordAttribute = "userpassword";
const operations: ReadonlySet<string> = new Set(["add", "delete", "replace", "increment"]);

/** Schemes of slapd and of its modules. What stands in other braces is the beginning of a password. */
const schemes: ReadonlySet<string> = new Set(
  (
    "APR1 ARGON2 BSDMD5 CRYPT KERBEROS LANMAN MD5 NETSCAPE-MTA-MD5 NTHASH PBKDF2 PBKDF2-SHA1 PBKDF2-SHA256 PBKDF2-SHA512 RADIUS " +
    "SASL SHA SHA256 SHA384 SHA512 SMD5 SSHA SSHA256 SSHA384 SSHA512 TOTP1 TOTP256 TOTP512 TOTP1ANDPW TOTP256ANDPW TOTP512ANDPW UNIX"
  ).split(" "),
);
const cleartextScheme = "CLEARTEXT";
const schemed = /^\{([^{}]+)\}/;

/** Returns the password that a MODIFY writes, after all its steps. */
export function modifiedPassword({ lines }: SlapdText): PasswordWrite {
  let values: Buffer[] | undefined;
  for (const { operation, given } of stepsOf(lines)) {
    if (operation === "delete" && given.length > 0)
      values = (values ?? []).filter((value) => !given.some((one) => one.equals(value)));
    else if (operation === "delete") values = [];
    else if (operation === "replace") values = given;
    else values = [...(values ?? []), ...given];
  }
  return values === undefined ? "none" : passwordOf(values, "removed");
}

/** Returns the password of an entry that is added. */
export function addedPassword({ lines }: SlapdText): PasswordWrite {
  return passwordOf(
    lines.filter(({ name }) => isPassword(name)).map(({ value }) => value),
    "none",
  );
}

interface Step {
  readonly operation: string;
  readonly given: Buffer[];
}

/** Returns the steps of a MODIFY that touch the password. */
function stepsOf(lines: readonly SlapdLine[]): Step[] {
  const steps: Step[] = [];
  let step: (Step & { readonly attribute: string }) | undefined;
  for (const { name, value } of lines) {
    // The fields before the first step end with the name of the entry; a step ends with a hyphen.
    if (step === undefined) {
      if (operations.has(name)) step = { operation: name, attribute: value.toString("latin1"), given: [] };
    } else if (name === "-") {
      if (isPassword(step.attribute)) steps.push(step);
      step = undefined;
    } else step.given.push(value);
  }
  return steps;
}

function isPassword(attribute: string): boolean {
  const [name = ""] = attribute.split(";");
  return name.toLowerCase() === passwordAttribute;
}

function passwordOf(values: readonly Buffer[], nothing: "none" | "removed"): PasswordWrite {
  const [first] = values;
  if (first === undefined) return nothing;
  const clear = values.map(clearOf);
  if (clear.every((value) => value === undefined)) return "hashed";
  return values.length === 1 ? (clear[0] ?? "hashed") : "unreadable";
}

/** Returns the password of a stored value; undefined if it is a hash. */
function clearOf(value: Buffer): Buffer | undefined {
  const [written, scheme] = schemed.exec(value.toString("latin1")) ?? [];
  const name = scheme?.toUpperCase() ?? "";
  if (name === cleartextScheme) return value.subarray(written?.length);
  return schemes.has(name) ? undefined : value;
}
