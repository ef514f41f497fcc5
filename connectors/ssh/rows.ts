/** A line of passwd(5). */
export interface PasswdRow {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly gecos: string;
  readonly home: string;
  readonly shell: string;
}

/** What shadow(5) tells about an account; the hash itself is not kept. */
export interface ShadowRow {
  readonly name: string;
  /** A password is there and a mark before it keeps it from being used. */
  readonly passwordLocked: boolean;
  readonly mustChange: boolean;
  /** The day after which the account is closed, counted from 1970-01-01. */
  readonly expiryDay?: number;
  /** The day after which the password is too old. */
  readonly passwordEndDay?: number;
}

/** A line of group(5). */
export interface GroupRow {
  readonly name: string;
  readonly gid: number;
  readonly members: readonly string[];
}

/** Reads the lines of passwd(5); a line without a user id is none. */
export function passwdRows(text: string): PasswdRow[] {
  return fieldsOf(text).flatMap(([name = "", , uid, gid, gecos = "", home = "", shell = ""]) =>
    name !== "" && isNumber(uid) ? [{ name, uid: Number(uid), gid: Number(gid), gecos, home, shell }] : [],
  );
}

/** Reads the lines of shadow(5). */
export function shadowRows(text: string): ShadowRow[] {
  return fieldsOf(text).map(([name = "", hash = "", changedDay, , maxDays, , , expiryDay]) => ({
    name,
    passwordLocked: /^!+[^!*]/.test(hash),
    mustChange: changedDay === "0",
    ...(isNumber(expiryDay) && { expiryDay: Number(expiryDay) }),
    ...(isNumber(changedDay) && isNumber(maxDays) && { passwordEndDay: Number(changedDay) + Number(maxDays) }),
  }));
}

/** Reads the lines of group(5). */
export function groupRows(text: string): GroupRow[] {
  return fieldsOf(text).flatMap(([name = "", , gid, members = ""]) =>
    name !== "" && isNumber(gid)
      ? [{ name, gid: Number(gid), members: members.split(",").filter((member) => member !== "") }]
      : [],
  );
}

function fieldsOf(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split(":"));
}

function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}
